//===- ChainReport.h - Counters as a table for people -----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   counter ──▶ expansion ──▶ chain: allocator and frames, cut at a depth
//                               │ merged with its equals, sorted by bytes
//                               ▼
//                             | 200,000 | 19,200,000 | malloc<br>parse<br>main |
//
// The report that a program prints at exit; `allocsite report` shows more of a log.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_CHAINREPORT_H
#define ALLOCSITE_PROFILE_CHAINREPORT_H

#include "Expand.h"
#include "Measures.h"

namespace allocsite {

class CsvOutput;

enum class ReportStyle {
  Table,    // bytes, calls, allocator, then frames behind arrows
  Markdown, // calls, bytes, frames with <br>; numbers in groups of three
  Tsv       // number of rows; then calls, bytes, allocator, frames
};

/// Uses its own pages, not malloc. Not thread-safe. Every bool is false if memory is short.
class ChainReport {
public:
  /// Names must be loaded before the first add, and stay. Depth: frames of a chain, 1 to 4.
  /// No rows for sites of a higher level than Level.
  ChainReport(Expander &Names, unsigned Depth, unsigned Level)
      : Names(Names), Depth(Depth), Level(Level) {}

  /// Like CsvTable::add and addOther, but leave out failed calls.
  bool add(const AllocSiteKey &Key, const Tally &Counted);
  bool addOther(const AllocSiteOther &Of);

  /// Writes the rows of at least MinBytes, sorted by bytes (largest first), then calls, then
  /// names. Returns 0 or an errno value.
  int write(ReportStyle Style, uint64_t MinBytes, int Descriptor);

private:
  struct Row {
    TextRef Allocator, Frames[ALLOCSITE_FRAMES]; // "-" if there is none
    uint64_t Calls, Bytes;
  };

  Expander &Names;
  unsigned Depth, Level;
  PageArray<Row> Rows;
  PageIndex RowsByTexts;
  PageArray<uint32_t> Order;

  bool addRow(const Expansion &E, bool IsOther, uint64_t Calls, uint64_t Bytes);
  bool isBefore(const Row &A, const Row &B) const;
  void writeRow(CsvOutput &To, const Row &Of, ReportStyle Style) const;
};

} // namespace allocsite

#endif
