//===- MappedRanges.h - Which addresses are mapped, and by whom -*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ──[ record 7 ]────[ record 9 ][ record 7 ]──▶ addresses
//
// Ranges that do not overlap, in a treap: a search tree by address, which random priorities keep
// shallow (Seidel and Aragon, "Randomized search trees", 1996). A range is added, looked for and
// taken out in logarithmic time, however many there are.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_MAPPEDRANGES_H
#define ALLOCSITE_RUNTIME_LIVE_MAPPEDRANGES_H

#include <stdint.h>

namespace allocsite {

struct MappedRange {
  uintptr_t Begin, End;
  uint64_t Time;   ///< When it was mapped: see lifetimeSince() in Lifetimes.h.
  uint32_t Record; ///< Of Records.h. Of its size, or several of it: see blocksIn().
};

/// Not thread-safe. A forked child has its own copy.
class MappedRanges {
public:
  static constexpr uint32_t Most = 1u << 20;

  /// False where there is no room for the table.
  bool start();

  /// Adds a range that overlaps none. False where there are Most already.
  bool add(const MappedRange &New);

  /// Takes out the lowest range that overlaps [Begin, End). False where none does.
  bool take(uintptr_t Begin, uintptr_t End, MappedRange &To);

  /// Calls `Use(range)` for each, the lowest first.
  template <typename UseT> void forEach(UseT &&Use) const { visit(Root, Use); }

private:
  struct Node {
    MappedRange Range;
    uint32_t Left, Right, Priority; // 0: none. Of a node that is free, Left is the next one.
  };
  Node *Nodes; // from 1 on
  uint32_t Root, Free, Count;
  uint32_t Random;

  void split(uint32_t Of, uintptr_t At, uint32_t &Below, uint32_t &Above);
  uint32_t join(uint32_t Below, uint32_t Above);

  template <typename UseT> void visit(uint32_t Of, UseT &Use) const {
    for (; Of; Of = Nodes[Of].Right) {
      visit(Nodes[Of].Left, Use);
      Use(Nodes[Of].Range);
    }
  }
};

} // namespace allocsite

#endif
