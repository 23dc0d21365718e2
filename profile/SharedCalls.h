//===- SharedCalls.h - The calls of one id, by what they call ---*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of one function share an id where their callees tell them apart:
//
//   void run() { first(); second(); … last(); }     one id, a record for each call
//
// The function we are in tells which of the calls was made. A function may make thousands of
// calls (a table of commands, a generated parser), and each callee causes a look-up, so if an
// id has many calls they are indexed, on first use.
//
// No state of the process. One thread at a time.
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
  /// A call, among those that begin at First, of Callee. With the callee None: those calls are
  /// in the index.
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
