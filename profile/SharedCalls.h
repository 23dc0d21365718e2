//===- SharedCalls.h - Tells calls of one id apart by callee ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls in one function share an id if their callees tell them apart:
//
//   void run() { first(); second(); … last(); }     one id, a record for each call
//
// The current function tells which of the calls was made. A function may make thousands of
// calls (a table of commands, a generated parser), and each callee causes a look-up, so the
// calls of an id that has many are indexed on first use.
//
// No state of the process. Not thread-safe.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_SHAREDCALLS_H
#define ALLOCSITE_PROFILE_SHAREDCALLS_H

#include "Functions.h"

namespace allocsite {

class SharedCalls {
public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// The first of the call sites First … End - 1 of `Module`, which share an id, that calls
  /// `Current`; or None. The module's records must have been read.
  uint32_t find(FunctionTable &Functions, uint32_t Module, uint32_t First, uint32_t End,
                FunctionTable::Id Current);

  /// True if memory was short, so that answers may be incomplete.
  bool isIncomplete() const { return IsIncomplete; }

private:
  /// The call of Callee among the calls that begin at First. An entry with the callee None
  /// says that those calls are in the index.
  struct Entry {
    uint32_t Module, First;
    FunctionTable::Id Callee;
    uint32_t Call;
  };

  PageArray<Entry> Entries;
  PageIndex ByCallee;
  bool IsIncomplete = false;

  static uint64_t hashOf(const Entry &Key);
  uint32_t findEntry(const Entry &Key) const;
  bool addEntry(const Entry &New);
  bool index(FunctionTable &Functions, uint32_t Module, uint32_t First, uint32_t End);
};

} // namespace allocsite

#endif
