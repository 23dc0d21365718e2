//===- SiteBlocks.cpp - Which sites hand out what is freed ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of a site says so (ALLOCSITE_SITE_BLOCK, and the name of its allocator), and is
// decoded when its first block comes: all sites of its module at once.
//
//===----------------------------------------------------------------------===//
#include "Platform.h"
#include "Records.h"
#include "allocsite/SystemAllocators.h"
#include "profile/Decode.h"
#include "profile/Pages.h"
#include "store/LoadedModules.h"

#include <new>

namespace allocsite {

namespace {
struct Answers {
  PageArray<const BlockKind *> Known;          // by module: of each site; or null
  PageArray<const uint16_t *> KnownAllocators; // the same: allocatorNumber()
  PageArray<TextRef> Allocators;               // number 1 is the first
  TextArena Texts;
};
} // namespace

/// In pages, made when first asked for: no destructor may run at the exit, since threads go on.
static Answers *TheAnswers;

static bool makeAnswers() {
  void *Room = TheAnswers ? nullptr : mapPages(sizeof(Answers));
  if (Room)
    TheAnswers = new (Room) Answers;
  return TheAnswers;
}

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

/// Calls Use(tables, site) for each site; with null where the records are damaged. False where
/// there is no memory.
template <typename UseT> static bool forEachSite(const AllocSiteModule &Module, UseT Use) {
  size_t Bytes = decodedWords(Module) * sizeof(uint32_t);
  auto *Words = static_cast<uint32_t *>(Bytes ? mapPages(Bytes) : nullptr);
  ModuleTables Tables;
  if (!Words)
    return false;
  bool IsWhole = decode(Module, Words, Tables);
  for (uint32_t I = 0; I < Module.SiteCount; ++I)
    Use(Tables, IsWhole ? &Tables.Sites[I] : nullptr, I);
  unmapPages(Words, Bytes);
  return true;
}

static bool NewIsReplaced, NewIsFollowed = true;
void setNewIsReplaced(bool IsFollowed) {
  NewIsReplaced = true;
  NewIsFollowed = IsFollowed;
}

static bool isOperatorNew(TextRef Allocator) {
  return Allocator == TextRef("operator new") || Allocator == TextRef("operator new[]");
}

static bool isOfSystem(TextRef Allocator) {
  if (Allocator.Size > 8 && !memcmp(Allocator.Bytes, "operator", 8))
    return !NewIsReplaced && isOperatorNew(Allocator);
#define IS(Symbol, Shown)                                                                     \
  if (Allocator == TextRef(Shown))                                                            \
    return true;
  ALLOCSITE_SYSTEM_ALLOCATORS(IS)
#undef IS
  return Allocator == TextRef("__strdup") || Allocator == TextRef("__strndup") ||
         Allocator == TextRef("reallocf");
}

static bool isOfRust(TextRef Allocator) {
  return Allocator.Size > 7 && !memcmp(Allocator.Bytes, "__rust_", 7);
}

/// Whose the blocks of Rust's sites in `Of` are: malloc's, unless the program has an allocator of
/// its own. Those of that are known where it hands on what it got from malloc, or where the code
/// tells what it frees.
static BlockKind kindOfRust(const LoadedModule &Of) {
  uint32_t Count;
  const LoadedModule *All = modules(Count);
  for (uint32_t I = 0; I < Count; ++I)
    if (All[I].Tables.Flags & ALLOCSITE_MODULE_RUST_ALLOCATOR && All[I].Object && Of.Object &&
        !strcmp(All[I].Object, Of.Object))
      return Of.Tables.Flags & ALLOCSITE_MODULE_ARENAS ? BlockKind::Other
                                                       : BlockKind::HandedOn;
  return BlockKind::System;
}

/// Of an allocator that is no heap by any rule it is not known what frees it. `OfRust`: of Rust's
/// sites.
static BlockKind kindOf(const ModuleTables &Of, const AllocSiteSite &Site, BlockKind OfRust) {
  if (!(Site.Flags & ALLOCSITE_SITE_BLOCK))
    return BlockKind::None;
  if (Site.Flags & ALLOCSITE_SITE_ARENA)
    return BlockKind::HandedOn;
  const TextRef Allocator = Of.text(Site.Allocator);
  if (!NewIsFollowed && isOperatorNew(Allocator))
    return BlockKind::None;
  if (isOfRust(Allocator))
    return OfRust;
  return isOfSystem(Allocator) ? BlockKind::System : BlockKind::Other;
}

/// Null if memory is short.
static const BlockKind *decodeBlocks(const LoadedModule &Its) {
  const AllocSiteModule &Module = Its.Tables;
  auto *Blocks = reinterpret_cast<BlockKind *>(TheAnswers->Texts.take(Module.SiteCount));
  const BlockKind OfRust = kindOfRust(Its);
  const bool IsThere =
      Blocks &&
      forEachSite(Module, [=](const ModuleTables &Of, const AllocSiteSite *Site, uint32_t I) {
        Blocks[I] = Site ? kindOf(Of, *Site, OfRust) : BlockKind::None;
      });
  return IsThere ? Blocks : nullptr;
}

/// 0 if memory is short. There are few names.
static uint16_t numberOf(TextRef Name) {
  if (Name.empty())
    return 0;
  PageArray<TextRef> &Allocators = TheAnswers->Allocators;
  for (size_t I = 0; I < Allocators.size(); ++I)
    if (Allocators[I] == Name)
      return static_cast<uint16_t>(I + 1);
  char *Copy =
      Allocators.size() < UINT16_MAX ? TheAnswers->Texts.take(Name.Size + 1) : nullptr;
  if (!Copy)
    return 0;
  Text(Copy, Name.Size + 1).add(Name);
  return Allocators.push(TextRef(Copy, Name.Size)) ? static_cast<uint16_t>(Allocators.size())
                                                   : 0;
}

static const uint16_t *decodeAllocators(const LoadedModule &Its) {
  const AllocSiteModule &Module = Its.Tables;
  auto *Numbers =
      static_cast<uint16_t *>(mapSharedPages(size_t(Module.SiteCount) * sizeof(uint16_t)));
  uint32_t Last = 0; // a text of the module, and its number
  uint16_t Number = 0;
  const bool IsThere =
      Numbers &&
      forEachSite(Module, [&](const ModuleTables &Of, const AllocSiteSite *Site, uint32_t I) {
        if (!Site)
          return;
        if (Site->Allocator != Last)
          Number = numberOf(Of.text(Last = Site->Allocator));
        Numbers[I] = Number;
      });
  return IsThere ? Numbers : nullptr;
}

/// What is known of the site; null where nothing is.
template <typename T, typename DecodeT>
static const T *answerOn(uint64_t Site, PageArray<const T *> Answers::*Of, DecodeT Decode) {
  uint32_t At;
  const LoadedModule *Module = moduleOf(Site, At);
  if (!Module || !makeAnswers())
    return nullptr;
  PageArray<const T *> &All = TheAnswers->*Of;
  if (At >= All.size() && !All.resize(At + size_t(1)))
    return nullptr;
  if (!All[At])
    All[At] = Decode(*Module);
  return All[At] ? All[At] + (Site - Module->SiteBase) : nullptr;
}

BlockKind blockKind(uint64_t Site) {
  LockGuard Guard;
  const BlockKind *Its = answerOn(Site, &Answers::Known, decodeBlocks);
  return Its ? *Its : BlockKind::None;
}

uint32_t allocatorNumber(uint64_t Site) {
  LockGuard Guard;
  const uint16_t *Its = answerOn(Site, &Answers::KnownAllocators, decodeAllocators);
  return Its ? *Its : 0;
}

} // namespace allocsite
