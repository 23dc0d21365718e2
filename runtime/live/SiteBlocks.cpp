//===- SiteBlocks.cpp - Which sites hand out what is freed ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SiteBlocks.h"
#include "Platform.h"
#include "profile/Decode.h"
#include "profile/Pages.h"
#include "store/LoadedModules.h"

namespace allocsite {

static PageArray<const char *> Known; // by module: for each site 1 or 0; or null
static TextArena Texts;

static const LoadedModule *moduleOf(uint64_t Site, uint32_t &At) {
  uint32_t Count;
  const LoadedModule *All = modules(Count);
  uint32_t Low = 0, High = Count;
  while (Low < High) {
    uint32_t Middle = Low + (High - Low) / 2;
    if (All[Middle].SiteBase <= Site)
      Low = Middle + 1;
    else
      High = Middle;
  }
  At = Low - 1;
  return Low && Site - All[At].SiteBase < All[At].Tables.SiteCount ? &All[At] : nullptr;
}

/// Null where there is no memory.
static const char *decodeBlocks(const AllocSiteModule &Module) {
  char *Blocks = Texts.take(Module.SiteCount);
  size_t Bytes = decodedWords(Module) * sizeof(uint32_t);
  auto *Words = static_cast<uint32_t *>(Blocks && Bytes ? mapPages(Bytes) : nullptr);
  ModuleTables Tables;
  if (!Words)
    return nullptr;
  bool IsWhole = decode(Module, Words, Tables);
  for (uint32_t I = 0; I < Module.SiteCount; ++I)
    Blocks[I] = IsWhole && Tables.Sites[I].Flags & ALLOCSITE_SITE_BLOCK;
  unmapPages(Words, Bytes);
  return Blocks;
}

bool isOfBlocks(uint64_t Site) {
  LockGuard Guard;
  uint32_t At;
  const LoadedModule *Module = moduleOf(Site, At);
  if (!Module || (At >= Known.size() && !Known.resize(At + size_t(1))))
    return false;
  if (!Known[At])
    Known[At] = decodeBlocks(Module->Tables);
  return Known[At] && Known[At][Site - Module->SiteBase];
}

} // namespace allocsite
