//===- Marks.h - What was counted from one mark to the next -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   start ──▶ mark "loaded" ──▶ mark "saved" ──▶ exit
//        piece 1          piece 2          the rest
//
// A mark is an instant that the program names. It writes a piece into the profile: what
// each counter has counted since the mark before, and nothing of those that did not change.
// So marks add up to the whole, and a kill leaves them in the profile.
//
// A reset is a mark from which on counts begin from zero: counters stay, and whoever reads
// them subtracts what they were.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_MARKS_H
#define ALLOCSITE_RUNTIME_PROCESS_MARKS_H

#include "allocsite/ProfileFormat.h"
#include "count/Tables.h"

namespace allocsite {

/// The clock of marks starts. Call at start-up.
void startMarks();

/// Sets a mark, or resets. Name may be cut. Returns 0 or an errno value. Hold RuntimeLock.
int setMark(const char *Name, bool IsReset);

/// Adds what was counted since the last mark as one more, for a log that is being written;
/// nothing where there is no mark, or nothing was counted. Returns 0 or an errno value.
/// Hold RuntimeLock.
int setLastMark();

/// Visits the counters as of the last reset: visitCounters() where there was none. False
/// where the visitor said so or there was no memory. Hold RuntimeLock.
bool visitSinceReset(const CounterVisitor &Visitor);

/// The marks in their order: Index from 0, null behind the last. Hold RuntimeLock.
const AllocSiteProfileMark *mark(size_t Index);

/// In a forked child: it has set none.
void dropMarks();

} // namespace allocsite

#endif
