//===- LoadedModules.cpp - The modules of a process -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadedModules.h"
#include "profile/System.h"

#include <string.h>

namespace allocsite {

static LoadedModule *Modules;
static uint32_t ModuleCount;
static uint32_t ModuleRoom;
static uint64_t NextCall = 1; // 0 is no call
static uint64_t NextSite = FirstSite;

LoadedModule *modules(uint32_t &Count) {
  Count = ModuleCount;
  return Modules;
}

static bool hasSameContents(const AllocSiteModule &A, const AllocSiteModule &B) {
  return A.Flags == B.Flags && A.SiteCount == B.SiteCount && A.CallCount == B.CallCount &&
         A.ByteCount == B.ByteCount && memcmp(A.Bytes, B.Bytes, A.ByteCount) == 0;
}

/// The first of a chain of copies, and one, or 0. The room for a module is also the head of
/// a chain: the copy's hash says which.
static uint32_t &firstLike(uint64_t Hash) { return Modules[Hash % ModuleRoom].FirstLike; }

void chainCopy(uint32_t Copy) {
  uint32_t &First = firstLike(Modules[Copy].ContentHash);
  Modules[Copy].NextLike = First;
  First = Copy + 1;
}

/// After a move to where there is more room.
static void chainCopies() {
  for (uint32_t I = 0; I < ModuleCount; ++I)
    Modules[I].FirstLike = 0;
  for (uint32_t I = 0; I < ModuleCount; ++I)
    if (Modules[I].ContentHash)
      chainCopy(I);
}

LoadedModule *findCopy(const AllocSiteModule &Module, uint64_t Hash) {
  for (uint32_t I = ModuleRoom ? firstLike(Hash) : 0; I; I = Modules[I - 1].NextLike)
    if (Modules[I - 1].ContentHash == Hash && hasSameContents(Modules[I - 1].Tables, Module))
      return &Modules[I - 1];
  return nullptr;
}

LoadedModule *addModule(const AllocSiteModule &Tables, const char *Path, size_t BuildIdBytes) {
  if (ModuleCount == ModuleRoom) {
    uint32_t Room = ModuleRoom ? ModuleRoom * 2 : 40;
    LoadedModule *New =
        static_cast<LoadedModule *>(mapSharedPages(Room * sizeof(LoadedModule)));
    if (!New)
      return nullptr;
    if (Modules) {
      copyWords(New, Modules, ModuleCount * sizeof(LoadedModule));
      unmapPages(Modules, ModuleRoom * sizeof(LoadedModule));
    }
    Modules = New;
    ModuleRoom = Room;
    chainCopies();
  }
  LoadedModule *New = &Modules[ModuleCount];
  New->Tables = Tables;
  New->ContentHash = 0;
  New->From = nullptr;
  New->Object = Path;
  New->BuildIdBytes = Path ? static_cast<uint32_t>(BuildIdBytes) : 0;
  ++ModuleCount;
  return New;
}

void giveNumbers(LoadedModule &Last) {
  Last.SiteBase = NextSite;
  NextSite += Last.Tables.SiteCount;
  Last.CallBase = NextCall;
  NextCall += Last.Tables.CallCount;
}

void dropLastModule() { --ModuleCount; }

} // namespace allocsite
