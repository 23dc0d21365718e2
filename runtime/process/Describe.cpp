//===- Describe.cpp - Names for a program that asks -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An allocator that is told of its sites (pass/marks/Marks.h) asks what they are called.
// The answer is the expansion that the CSV is made of, chains checked and cut, so that
// the program's own figures and the profile's have the same names. Modules are decoded
// when they are asked for, and again when there are more of them; texts are copied,
// each once, and never given back.
//
//===----------------------------------------------------------------------===//
#include "Describe.h"
#include "Platform.h"
#include "State.h"
#include "allocsite/allocsite.h"
#include "count/Stacks.h"
#include "count/Tables.h"
#include "profile/Expand.h"
#include "store/LoadedModules.h"

#include <new>

extern "C" {
// Of a race detector, which does not see our lock, but sees each mmap, as a write, and
// each call that compares texts.
__attribute__((weak)) void __tsan_acquire(void *Address);
__attribute__((weak)) void __tsan_release(void *Address);
}

namespace allocsite {

namespace {

/// The lock, and a race detector is told of it.
class SeenGuard {
  LockGuard Guard;

public:
  SeenGuard() {
    if (__tsan_acquire)
      __tsan_acquire(&RuntimeLock);
  }
  SeenGuard(const SeenGuard &) = delete;
  ~SeenGuard() {
    if (__tsan_release)
      __tsan_release(&RuntimeLock);
  }
};

/// What was told so far. One for the process, under RuntimeLock; lives for ever.
class Describer {
public:
  bool describe(uint64_t Site, uint64_t Context, allocsite_names &To) {
    if (!load())
      return false;
    Expansion E;
    IsLoaded = Names.expand(Site, Context, E);
    if (!IsLoaded || E.Allocator.empty()) // every site has one
      return false;
    Text Place = placeOf(E);
    allocsite_names Told = {};
    Told.allocator = keep(E.Allocator);
    Told.type = keep(E.Type);
    Told.site = keep(Place.ref());
    Told.file = keep(E.SiteFile);
    if (!E.SiteFile.empty()) {
      Told.line = E.SiteLine;
      Told.column = E.SiteColumn;
    }
    for (unsigned I = 0; I < ALLOCSITE_FRAMES; ++I)
      Told.functions[I] = keep(E.Kinds[I] == Expansion::Named        ? E.Names[I]
                               : E.Kinds[I] == Expansion::Unrecorded ? TextRef("\u2026")
                                                                     : TextRef());
    Told.counted = !E.IsInner && (!isCounting() || E.Level <= options().Level);
    if (IsFull)
      return false;
    To = Told;
    return true;
  }

  bool isOfAllocator(uint64_t Site, uint64_t Context, TextRef Name) {
    Expansion E;
    return load() && Names.expand(Site, Context, E) && E.Allocator == Name;
  }

  uint64_t hashOfSite(uint64_t Site, uint64_t Context) {
    Expansion E;
    return load() && Names.expand(Site, Context, E) ? E.siteHash() : 0;
  }

  bool isOfArena(uint64_t Site, uint64_t Context) {
    Expansion E;
    return load() && Names.expand(Site, Context, E) && E.IsArena;
  }

private:
  bool load() {
    uint32_t Count;
    const LoadedModule *Loaded = modules(Count);
    if (IsLoaded && Count == LoadedCount && Process == Generation)
      return true;
    Names.~Expander();
    new (&Names) Expander();
    LoadedCount = Count;
    Process = Generation;
    IsLoaded = Names.load(Loaded, Count, stackNodes());
    return IsLoaded;
  }

  Text placeOf(const Expansion &E) {
    static char NoRoom[1];
    size_t Room = E.siteTextBytes() + 1;
    IsFull = !Scratch.resize(Room);
    Text Place(IsFull ? NoRoom : Scratch.begin(), IsFull ? 1 : Room);
    E.siteText(Place);
    return Place;
  }

  /// A copy that stays, with a zero behind it; "-" for an empty text.
  const char *keep(TextRef Raw) {
    if (Raw.empty())
      return "-";
    uint64_t Hash = hashWord(hashBytes(Raw.Bytes, Raw.Size), Raw.Size);
    uint32_t At = ByBytes.find(Hash, [&](uint32_t I) { return Texts[I] == Raw; });
    if (At != PageIndex::None)
      return Texts[At].Bytes;
    char *Copy = Arena.take(Raw.Size + 1);
    if (!Copy || !Texts.push(TextRef(Copy, Raw.Size)) ||
        !ByBytes.insert(Hash, static_cast<uint32_t>(Texts.size() - 1))) {
      IsFull = true;
      return "-";
    }
    Text(Copy, Raw.Size + 1).add(Raw);
    return Copy;
  }

  Expander Names;
  uint32_t LoadedCount = 0, Process = 0; ///< Process: its Generation. A child learns anew.
  bool IsLoaded = false;
  bool IsFull = false; ///< There was no memory for a text of this answer.
  PageArray<TextRef> Texts;
  PageIndex ByBytes;
  TextArena Arena;
  PageArray<char> Scratch;
};

} // namespace

/// Under RuntimeLock; null if memory is short.
static Describer *theDescriber() {
  static Describer *TheDescriber;
  if (!TheDescriber)
    if (void *Room = mapPages(sizeof(Describer)))
      TheDescriber = new (Room) Describer();
  return TheDescriber;
}

bool isOfAllocator(uint64_t Site, uint64_t Context, TextRef Name) {
  Describer *Its = theDescriber();
  return Its && Its->isOfAllocator(Site, Context, Name);
}

uint64_t hashOfSite(uint64_t Site, uint64_t Context) {
  Describer *Its = theDescriber();
  return Its ? Its->hashOfSite(Site, Context) : 0;
}

bool isOfArena(uint64_t Site, uint64_t Context) {
  Describer *Its = theDescriber();
  return Its && Its->isOfArena(Site, Context);
}

int describe(uint64_t Site, uint64_t Context, allocsite_names *Names) {
  KeepErrno Keep;
  *Names = {"-", "-", "-", "-", 0, 0, {"-", "-", "-", "-"}, 1};
  if (!ensureStarted())
    return 0;
  if (const AllocSiteOwner *Other = otherOwner())
    return Other->canDescribe() ? Other->Describe(Site, Context, Names) : 0;
  SeenGuard Guard;
  Describer *Its = theDescriber();
  return Its && Its->describe(Site, Context, *Names);
}

} // namespace allocsite

__attribute__((used)) int ALLOCSITE_SYM_DESCRIBE(uint64_t Site, uint64_t Context,
                                                 allocsite_names *Names) {
  return allocsite::describe(Site, Context, Names);
}
