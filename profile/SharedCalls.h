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
// Which of them it was is told by the function that we are in. A function may make
// thousands of calls (a table of commands, a parser that was generated), and each of those
// functions asks, so many calls of one id are looked up in an index, which is made when it
// is asked for.
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

  /// Which of call sites First … End - 1 of `Module`, which share an id, calls `Current`:
  /// the first that does, or None. The module's records were read.
  uint32_t find(FunctionTable &Functions, uint32_t Module, uint32_t First, uint32_t End,
                FunctionTable::Id Current);

  /// There was no memory for something, and what is told is not all.
  bool isIncomplete() const { return IsIncomplete; }

private:
  /// That a call of those that begin at First calls Callee; and for the callee None, that
  /// they are in the index.
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
