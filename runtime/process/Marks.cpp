//===- Marks.cpp - What was counted from one mark to the next -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Marks.h"
#include "Ledger.h"
#include "Platform.h"
#include "live/Live.h"
#include "profile/Mark.h"
#include "profile/Pages.h"
#include "store/Profile.h"

#include <new>
#include <string.h>

namespace allocsite {

namespace {

/// What is known while there are marks. Under RuntimeLock; lives for ever.
struct Marks {
  Ledger Counted;
  PageArray<const AllocSiteProfileMark *> Set;
  bool HasReset = false;
};

} // namespace

static Marks *TheMarks;
static uint64_t Began;

void startMarks() { Began = monotonicNanoseconds(); }

static uint64_t nanoseconds() { return monotonicNanoseconds() - Began; }

static Marks *theMarks() {
  if (!TheMarks)
    if (void *Room = mapPages(sizeof(Marks)))
      TheMarks = new (Room) Marks;
  return TheMarks;
}

/// Of counters that were read.
static int addMark(Marks &Of, const char *Name, uint32_t Flags) {
  AllocSiteProfileMark Head = {};
  Head.Nanoseconds = nanoseconds();
  Head.Flags = Flags;
  size_t NameBytes = strlen(Name);
  Head.NameBytes =
      static_cast<uint32_t>(NameBytes < MostMarkNameBytes ? NameBytes : MostMarkNameBytes);
  Of.Counted.forEachChange(
      &Watched::AtMark, [&](const CounterKey &, Count) { return ++Head.EntryCount, true; },
      [&](const AllocSiteOther &) { return ++Head.OtherCount, true; });
  void *Memory = allocate(ChunkKind::Marks, markBytes(Head)).Memory;
  if (!Memory)
    return ENOMEM;
  auto *Made = static_cast<AllocSiteProfileMark *>(Memory);
  *Made = Head;
  memcpy(const_cast<char *>(markName(*Made)), Name, Head.NameBytes);
  auto *Entry = const_cast<AllocSiteEntry *>(markEntries(*Made));
  auto *Other = const_cast<AllocSiteOther *>(markOthers(*Made));
  Of.Counted.forEachChange(
      &Watched::AtMark,
      [&](const CounterKey &Key, Count More) {
        *Entry++ = {Key, More.Calls};
        return true;
      },
      [&](const AllocSiteOther &More) {
        *Other++ = More;
        return true;
      });
  if (!Of.Set.push(Made))
    return ENOMEM;
  // Release: whoever reads the file takes it for no mark before it is whole.
  __atomic_store_n(&Made->Number, Of.Set.size(), __ATOMIC_RELEASE);
  Of.Counted.setMark(Flags & ALLOCSITE_MARK_RESET);
  Of.HasReset |= (Flags & ALLOCSITE_MARK_RESET) != 0;
  return 0;
}

int setMark(const char *Name, bool IsReset) {
  KeepErrno Keep;
  Marks *Its = theMarks();
  if (!Its || !Its->Counted.readAll())
    return ENOMEM;
  if (int Failed = addMark(*Its, Name, IsReset ? ALLOCSITE_MARK_RESET : 0))
    return Failed;
  const AllocSiteProfileMark &New = *Its->Set[Its->Set.size() - 1];
  markLive({markName(New), New.NameBytes}, New.Nanoseconds);
  return 0;
}

int setLastMark() {
  KeepErrno Keep;
  if (!TheMarks || !TheMarks->Set.size())
    return 0;
  if (!TheMarks->Counted.readAll())
    return ENOMEM;
  bool IsSame = TheMarks->Counted.forEachChange(
      &Watched::AtMark, [](const CounterKey &, Count) { return false; },
      [](const AllocSiteOther &) { return false; });
  return IsSame ? 0 : addMark(*TheMarks, "(end)", 0);
}

bool visitSinceReset(const CounterVisitor &Visitor) {
  if (!TheMarks || !TheMarks->HasReset)
    return visitCounters(Visitor);
  return TheMarks->Counted.readAll() &&
         TheMarks->Counted.forEachChange(
             &Watched::AtReset,
             [&](const CounterKey &Key, Count More) {
               Tally Counted;
               Counted.Calls = More.Calls;
               return Visitor.Counter(Visitor.Closure, Key, Counted);
             },
             [&](const AllocSiteOther &More) { return Visitor.Other(Visitor.Closure, More); });
}

const AllocSiteProfileMark *mark(size_t Index) {
  return TheMarks && Index < TheMarks->Set.size() ? TheMarks->Set[Index] : nullptr;
}

void dropMarks() {
  if (!TheMarks)
    return;
  TheMarks->~Marks();
  unmapPages(TheMarks, sizeof(Marks));
  TheMarks = nullptr;
}

} // namespace allocsite
