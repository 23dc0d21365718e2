//===- ThreadRows.h - Which threads have counted a row ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the log              grow,main  10 calls, 3 live     ──▶  loader [4712]   7 calls
//   its table `threads`  grow,main   7 calls  loader          app [4711]      2 calls
//                        grow,main   2 calls  app             -               1 call, 3 live
//
// The table has calls and bytes alone. A row that one thread has counted is that thread's with all
// its numbers. What else the table does not tell stays without a thread, so that all rows together
// are those of the log. So does a row of which threads have counted more than the log says: the
// program has reset its counts.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_THREADROWS_H
#define ALLOCSITE_REPORT_READ_THREADROWS_H

#include "LogStacks.h"

#include <deque>

namespace allocsite {

/// A row that is to be added to a profile, or the part of one that a stack or a thread has.
struct ChosenRow {
  const LogRow *Row;
  ChainId Stack = NoChain; ///< NoChain: the four frames of the row
  NameId Thread = NoName;
  uint64_t Number = 0; ///< of the row in its log, from 1
  uint64_t Frame = 0;  ///< number of Stack in the table `frames`; 0: none

  /// A part of it, with numbers of its own.
  ChosenRow with(const LogRow &Values, NameId OfThread) const {
    return {&Values, Stack, OfThread, Number, Frame};
  }
};

class ThreadRows {
public:
  /// Reads the table of a log whose stacks are \p Stacks. There are no threads where there is no
  /// table, or it is damaged, which a warning says.
  static ThreadRows read(LogTables &Of, const LogStacks &Stacks, Profile &To);

  bool isEmpty() const { return Keys.size() == 0; }

  /// Adds \p Whole, a row of the log, to \p To, divided among its threads. \p ByStack has its
  /// parts of one stack each, at least one. What is added lives as long as \p Parts. If
  /// \p MarksShared (KeptKeys), threads come before stacks where the table does not tell both.
  void divide(const LogRow &Whole, const std::vector<ChosenRow> &ByStack, bool MarksShared,
              std::deque<LogRow> &Parts, std::vector<ChosenRow> &To) const;

private:
  struct Key {
    CallChain Chain;
    NameId Allocator, Type, Site, Through;
    uint32_t SizeLow, SizeHigh, IsFailed;
  };
  struct Count {
    NameId Thread;
    ChainId Stack; ///< NoChain: not known
    uint64_t Calls, Bytes;
  };
  static Key keyOf(const LogRow &Of);
  bool dividePart(const ChosenRow &Part, const std::vector<Count> &Of, bool MarksShared,
                  std::deque<LogRow> &Parts, std::vector<ChosenRow> &To) const;

  KeySet<Key> Keys;
  std::vector<std::vector<Count>> Counts; ///< by key
};

} // namespace allocsite

#endif
