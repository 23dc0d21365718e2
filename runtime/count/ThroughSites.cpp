//===- ThroughSites.cpp - Sites of code without the pass ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThroughSites.h"
#include "Labels.h"
#include "Platform.h"
#include "allocsite/Encoding.h"
#include "allocsite/ProfileFormat.h"
#include "allocsite/Tag.h"
#include "arch/Machine.h"
#include "profile/Text.h"
#include "store/KeptPath.h"
#include "store/LoadedModules.h"
#include "store/OutputFile.h"
#include "store/Profile.h"

namespace allocsite {

ThroughCaller ThroughCallers[size_t(1) << ThroughCaller::Log2Count];

//===----------------------------------------------------------------------===//
// The records of such a module, as Encoding.h has them
//===----------------------------------------------------------------------===//

namespace {
class Records {
  unsigned char Its[512] = {};
  unsigned Count = 0;

  constexpr void byte(unsigned Value) { Its[Count++] = static_cast<unsigned char>(Value); }
  constexpr void number(unsigned Value) {
    for (; Value >= 128; Value >>= 7)
      byte(Value | 128);
    byte(Value);
  }

public:
  constexpr Records() {
    unsigned TextBytes = 0;
    for (const char *Each : ThroughNames) {
      while (*Each++)
        ++TextBytes;
      ++TextBytes;
    }
    number(0);                // keys
    number(ThroughKinds + 1); // strings
    number(TextBytes);
    number(1); // functions, frames and calls: the 0th alone
    number(1);
    number(1);
    for (const char *Each : ThroughNames) {
      unsigned Size = 1;
      while (Each[Size - 1])
        ++Size;
      byte(Size - 1);
      for (unsigned I = 0; I < Size; ++I)
        byte(static_cast<unsigned char>(Each[I]));
    }
    // Sites: Frame, Function, Allocator, Type, Ordinal, Flags, Family. The allocator is the next
    // string, and so is its family; the flags are those of the site before.
    for (unsigned I = 0; I < ThroughKinds; ++I) {
      byte(I ? 1u << 2 | 1u << 6 : 1u << 2 | 1u << 5 | 1u << 6);
      number(2); // a difference of 1
      if (!I)
        number(ALLOCSITE_SITE_BLOCK * 2);
      number(2);
    }
  }
  constexpr const unsigned char *bytes() const { return Its; }
  constexpr unsigned size() const { return Count; }
};
} // namespace

static constexpr Records TheRecords;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

namespace {
struct ThroughObject {
  const char *Path;
  uint64_t SiteBase;
  ThroughObject *Next;               // earlier ones
  uint64_t Starts[ThroughKinds + 1]; // the last: isOfHeap()
};
} // namespace

static ThroughObject *Objects; // written under RuntimeLock

static const char *PathOfHeap; // of the object that has malloc; null: not known

static ThroughObject *objects() { return __atomic_load_n(&Objects, __ATOMIC_ACQUIRE); }

bool isThroughSite(uint64_t Site) {
  for (const ThroughObject *Each = objects(); Each; Each = Each->Next)
    if (Site - Each->SiteBase <= throughKind("mmap"))
      return true;
  return false;
}

/// Null if it is not known yet. Any thread.
static const ThroughObject *findThroughObject(const char *Path) {
  for (const ThroughObject *Each = objects(); Each; Each = Each->Next)
    if (TextRef(Each->Path) == TextRef(Path))
      return Each;
  return nullptr;
}

/// Null if memory is short. Hold RuntimeLock.
static const ThroughObject *objectOf(const char *Path, TextRef BuildId) {
  if (const ThroughObject *Known = findThroughObject(Path))
    return Known;
  auto *New =
      static_cast<ThroughObject *>(allocate(ChunkKind::Modules, sizeof(ThroughObject)).Memory);
  if (!New)
    return nullptr;
  AllocSiteModule Module = {};
  Module.Version = ALLOCSITE_ABI_VERSION;
  Module.Flags = ALLOCSITE_MODULE_THROUGH | ALLOCSITE_MODULE_REFERS |
                 ALLOCSITE_MODULE_DEPTH(ALLOCSITE_FRAMES);
  Module.SiteCount = ThroughKinds + 1;
  Module.CallCount = 1;
  Module.ByteCount = TheRecords.size();
  Module.Bytes = TheRecords.bytes();
  const char *Kept = keptPath(Path, BuildId);
  LoadedModule *Loaded = Kept ? addModule(Module, Kept, BuildId.Size) : nullptr;
  if (!Loaded)
    return nullptr;
  giveNumbers(*Loaded);
  uint32_t Count;
  recordModules(modules(Count), Count);
  New->Path = Loaded->Object;
  New->SiteBase = Loaded->SiteBase;
  New->Next = Objects;
  for (unsigned I = 0; I < ThroughKinds; ++I)
    New->Starts[I] = (Loaded->SiteBase + I + 1) * ALLOCSITE_SITE_FACTOR;
  New->Starts[ThroughKinds] = PathOfHeap && TextRef(PathOfHeap) == TextRef(Path);
  __atomic_store_n(&Objects, New, __ATOMIC_RELEASE);
  return New;
}

/// In the object that has the entries of interpose/.
static const void *TheEntries;

void startThroughSites(const void *Entries, const void *Malloc) {
  TheEntries = Entries;
  const char *Path = Malloc ? loadedObjectAt(Malloc) : nullptr;
  PathOfHeap = Path ? keptPath(Path) : nullptr;
  objectOf(programPath(), buildIdOf(""));
}

//===----------------------------------------------------------------------===//
// Callers
//===----------------------------------------------------------------------===//

/// The label of a call with the pass; of other code one with no bits.
static FrameLabel labelOf(uintptr_t Return) {
  FrameRules Rules;
  return hasLabels(objectAt(Return - 1)) && Rules.find(Return - 1)
             ? labelAt(Return, {Rules.functionBegin(), Rules.object()})
             : FrameLabel{};
}

/// The path of the object whose code has called an allocator, which returns to an address: of the
/// function that was called there, if that has jumped to the allocator, as code of libraries does at
/// a function's end.
static const char *callingObject(uintptr_t Return) {
  const char *Its = loadedObjectAt(reinterpret_cast<const void *>(Return));
  const uintptr_t Callee = calleeOf(Return, isInLoadedObject);
  if (!Callee || !Its)
    return Its;
  const char *Called = loadedObjectAt(reinterpret_cast<const void *>(Callee));
  return Called && Called != loadedObjectAt(TheEntries) ? Called : Its;
}

static const char *pathOf(const char *Object) {
  return !Object ? ALLOCSITE_NO_OBJECT : *Object ? Object : programPath();
}

/// Of an object of that path, or of none: null. Null as learnThroughCaller(). The loader is not asked
/// under the lock: who holds the loader's may allocate, and wait for this one.
static const uint64_t *learn(uintptr_t Return, const char *Path) {
  const uint64_t *Starts = nullptr;
  if (Path) {
    const ThroughObject *Object = findThroughObject(Path);
    if (!Object) {
      const TextRef BuildId = *Path ? buildIdOf(Path == programPath() ? "" : Path) : TextRef();
      LockGuard Guard;
      Object = objectOf(Path, BuildId);
    }
    if (!Object)
      return nullptr;
    Starts = Object->Starts;
  }
  ThroughCaller &To =
      ThroughCallers[Return * UINT64_C(0x9e3779b97f4a7c15) >> (64 - ThroughCaller::Log2Count)];
  To.write(Return, reinterpret_cast<uint64_t>(Starts));
  return Starts;
}

__attribute__((noinline, cold)) const uint64_t *learnThroughCaller(uintptr_t Return) {
  KeepErrno Keep;
  if (labelOf(Return).Hash & ALLOCSITE_LABEL_ALLOCATES)
    return learn(Return, nullptr);
  return learn(Return, pathOf(callingObject(Return)));
}

__attribute__((noinline, cold)) const uint64_t *learnMappingCaller(uintptr_t Return) {
  KeepErrno Keep;
  const FrameLabel Label = labelOf(Return);
  const char *Its = callingObject(Return);
  const bool IsOfPass =
      (Label.Call || Label.Hash) && Its == loadedObjectAt(reinterpret_cast<void *>(Return));
  return learn(Return, IsOfPass ? "" : pathOf(Its));
}

} // namespace allocsite
