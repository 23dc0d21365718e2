//===- Modules.cpp - A module registers itself ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each translation unit registers its descriptor and is told where its numbers begin.
//
//===----------------------------------------------------------------------===//
#include "Dump.h"
#include "Message.h"
#include "Platform.h"
#include "Start.h"
#include "Thread.h"
#include "allocsite/Tag.h"
#include "arch/Machine.h"
#include "count/Called.h"
#include "count/FrameRules.h"
#include "count/Labels.h"
#include "count/Walk.h"
#include "live/Arenas.h"
#include "profile/Text.h"
#include "store/KeptPath.h"
#include "store/LoadedModules.h"
#include "store/OutputFile.h"
#include "store/Profile.h"

namespace allocsite {

/// Off, and some module tells allocators of its sites, so that they may ask for names.
static bool NamesAreAskedFor;

static uint64_t hashContents(const AllocSiteModule &Module) {
  uint64_t Hash = hashBytes(Module.Bytes, Module.ByteCount);
  return Hash ? Hash : 1;
}

static uint32_t moduleCount() {
  uint32_t Count;
  modules(Count);
  return Count;
}

/// Points Module at a copy of its bytes.
static bool copyBytes(AllocSiteModule &Module) {
  size_t Whole = Module.ByteCount & ~size_t(7);
  unsigned char *To =
      static_cast<unsigned char *>(allocate(ChunkKind::Modules, Module.ByteCount).Memory);
  if (!To)
    return false;
  copyWords(To, Module.Bytes, Whole);
  for (size_t I = Whole; I < Module.ByteCount; ++I)
    To[I] = Module.Bytes[I];
  Module.Bytes = To;
  return true;
}

/// The names of modules that were registered while nobody could ask for them. One that
/// is gone has none. Constructors run under the loader's lock: none goes meanwhile.
static void copyEarlierModules() {
  uint32_t Count;
  LoadedModule *Modules = modules(Count);
  for (uint32_t I = 0; I < Count; ++I) {
    AllocSiteModule &Tables = Modules[I].Tables;
    const auto *From = static_cast<const AllocSiteModule *>(Modules[I].From);
    if (isInLoadedObject(From))
      addLabels(*From, static_cast<uint32_t>(Modules[I].CallBase),
                objectAt(reinterpret_cast<uintptr_t>(From->Bytes)), /*IsAgain=*/false);
    if (!(Tables.Flags & ALLOCSITE_MODULE_PIC))
      continue;
    if (isInLoadedObject(Tables.Bytes) && copyBytes(Tables)) {
      Modules[I].ContentHash = hashContents(Tables);
      chainCopy(I);
    } else {
      Tables.ByteCount = 0;
    }
  }
}

/// Null if memory is short. Object: loadedObjectAt() of the module, which has that build id.
static const LoadedModule *load(const AllocSiteModule &Module, const char *Object,
                                TextRef BuildId) {
  if ((Module.Flags & ALLOCSITE_MODULE_AWARE) && !isCounting() && !NamesAreAskedFor) {
    NamesAreAskedFor = true;
    copyEarlierModules();
  }
  // Else the code needs its table pointer, and nobody needs the names.
  bool Copy = (isCounting() || NamesAreAskedFor) && (Module.Flags & ALLOCSITE_MODULE_PIC);
  uint64_t Hash = Copy ? hashContents(Module) : 0;
  if (Copy)
    if (LoadedModule *Known = findCopy(Module, Hash)) {
      Known->From = &Module;
      return Known;
    }

  const char *Path = Object ? keptPath(*Object ? Object : programPath(), BuildId) : nullptr;
  LoadedModule *New = addModule(Module, Path, BuildId.Size);
  if (!New)
    return nullptr;
  New->Tables.State = nullptr; // nor the words: they go when it is unloaded
  New->Tables.TagStarts = nullptr;
  New->Tables.Labels = nullptr;
  New->ContentHash = Hash;
  New->From = &Module;
  if (Copy && !copyBytes(New->Tables)) {
    dropLastModule();
    return nullptr;
  }
  uint32_t Count;
  const LoadedModule *Modules = modules(Count);
  if (Copy)
    chainCopy(Count - 1);
  giveNumbers(*New);
  recordModules(Modules, Count);
  return New;
}

/// From the thread pointer to this thread's words; the same in every thread,
/// because they are in static TLS.
static int64_t threadOffset() {
  return reinterpret_cast<char *>(&ALLOCSITE_SYM_THREAD) - threadPointer();
}

static void addTo(uint64_t *Words, uint32_t Count, uint64_t Base) {
  // Relaxed: code of the module that already runs reads each by itself.
  for (uint32_t I = 0; I < Count; ++I)
    __atomic_store_n(&Words[I], Words[I] + Base, __ATOMIC_RELAXED);
}

static void tellOfArenas(AllocSiteArenaState &State) {
  __atomic_store_n(&State.InArena, ALLOCSITE_SYM_IN_ARENA, __ATOMIC_RELEASE);
  __atomic_store_n(&State.Event, ALLOCSITE_SYM_EVENT, __ATOMIC_RELEASE);
}

static void tell(const AllocSiteModule &To, const LoadedModule &Module) {
  addTo(To.TagStarts, To.TagStartCount, siteInTag(Module.SiteBase));
  AllocSiteState &State = *To.State;
  State.SiteBase = Module.SiteBase;
  State.Miss = reinterpret_cast<AllocSiteMissFn>(ALLOCSITE_SYM_MISS);
  State.Flush = ALLOCSITE_SYM_FLUSH;
  // Emitted code loads what follows, and then some of the above, by plain loads. A thread that sees
  // one of the former has come through the barrier, and sees the latter.
  if (!LoadsAreOrdered && mayHaveThreads())
    synchronizeThreads();
  // Release, and last: code of the module that already runs counts from here
  // on, and must see the words above. Off, it stays what does nothing.
  if (isCounting()) {
    __atomic_store_n(&State.Count, ALLOCSITE_SYM_COUNT, __ATOMIC_RELEASE);
    __atomic_store_n(&State.CountBehind, ALLOCSITE_SYM_COUNT_BEHIND, __ATOMIC_RELEASE);
#define TELL(Size, Of)                                                                        \
  __atomic_store_n(&State.Gate_##Size##_of_##Of, ALLOCSITE_SYM_GATE(Size, Of),                \
                   __ATOMIC_RELEASE);
    ALLOCSITE_GATES(TELL)
#undef TELL
    if (To.Flags & ALLOCSITE_MODULE_ARENAS)
      tellOfArenas(reinterpret_cast<AllocSiteArenaState &>(State));
  }
  __atomic_store_n(&State.ThreadOffset, threadOffset(), __ATOMIC_RELEASE);
}

} // namespace allocsite

using namespace allocsite;

__attribute__((used)) void ALLOCSITE_SYM_REGISTER(const AllocSiteModule *Module) {
  KeepErrno Keep;
  ensureStarted();
  if (otherOwner()) {
    otherOwner()->Register(Module);
    return;
  }
  // Not under the lock: who holds the loader's may allocate, and wait for this one.
  const char *Object = isCounting() ? loadedObjectAt(Module) : nullptr;
  const TextRef BuildId = Object ? buildIdOf(Object) : TextRef();
  const uint64_t Key =
      Module->Labels ? objectAt(reinterpret_cast<uintptr_t>(Module->Bytes)) : 0;
  LockGuard Guard;
  if (Module->Version != ALLOCSITE_ABI_VERSION) {
    Message(Importance::Normal)
        .add("allocsite: warning: a module was compiled for version ")
        .number(uint64_t(Module->Version))
        .add(", this runtime is version ")
        .number(uint64_t(ALLOCSITE_ABI_VERSION))
        .add("; it is not counted");
    return;
  }
  const uint32_t Before = moduleCount();
  const LoadedModule *Loaded = load(*Module, Object, BuildId);
  const bool HasStacks = isCounting() || NamesAreAskedFor;
  if (Loaded && (!HasStacks || addLabels(*Module, static_cast<uint32_t>(Loaded->CallBase), Key,
                                         /*IsAgain=*/moduleCount() == Before))) {
    forgetFrames();
    tell(*Module, *Loaded);
    return;
  }
  Message(Importance::Error).add("heap profiler: no memory for a module; it is not counted");
}
