//===- StackNodes.h - The stacks of contexts, as a tree ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context is a hash of the calls on the way to an allocation. The calls themselves are
// nodes, each with the node of its caller, so that stacks with common callers share them:
//
//   site 7 of grow, context 91 ──▶ grow called in parse ──▶ parse called in main
//   site 9 of copy, context 64 ──▶ copy called in parse ──┘
//
// A node is found by its context and by what it is of, in tries of the nodes themselves: the
// first six bits of a hash lead to one of the first 64 nodes, which are of nothing, and two bits
// to each next one. So it takes one store to add a node, and readers need no lock. (Chris
// Wellons, "An easy-to-implement, arena-friendly hash map", 2023.)
//
// Nodes lie in pieces of 128, 256, 512, … nodes, and their numbers do not change.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_STACKNODES_H
#define ALLOCSITE_PROFILE_STACKNODES_H

#include "allocsite/ProfileFormat.h"
#include <stddef.h>

namespace allocsite {

/// Nodes of a process or of a profile. Any thread may read while one adds.
class StackNodes {
public:
  using Node = AllocSiteStackNode;

  static constexpr unsigned Log2First = 7;
  static constexpr unsigned PieceCount = 22;
  static constexpr uint32_t MostNodes = (UINT32_C(1) << (Log2First + PieceCount)) - 128;
  static_assert(!(MostNodes & ALLOCSITE_STACK_FLAGS), "SameAs has room for all");

  /// The first nodes, where look-ups begin.
  static constexpr unsigned Log2Roots = 6;
  static constexpr uint32_t RootCount = 1 << Log2Roots;
  static uint32_t rootOf(uint64_t Hash) {
    return static_cast<uint32_t>(Hash >> (64 - Log2Roots));
  }

  static unsigned pieceOf(uint32_t Number) {
    return 31 - Log2First - static_cast<unsigned>(__builtin_clz(Number + (1u << Log2First)));
  }
  static uint32_t firstOf(unsigned Piece) {
    return (UINT32_C(1) << (Log2First + Piece)) - (1u << Log2First);
  }
  static uint32_t sizeOf(unsigned Piece) { return UINT32_C(1) << (Log2First + Piece); }

  static uint64_t hashOf(uint64_t Context, uint64_t What) {
    uint64_t Hash = (Context ^ What * UINT64_C(0x9E3779B97F4A7C15)) * ALLOCSITE_CONTEXT_FACTOR;
    return (Hash ^ Hash >> 32) * ALLOCSITE_SITE_FACTOR;
  }

  /// Null if there is no such node.
  const Node *at(uint32_t Number) const {
    if (Number >= MostNodes)
      return nullptr;
    const Node *Piece = __atomic_load_n(&Pieces[pieceOf(Number)], __ATOMIC_ACQUIRE);
    return Piece ? Piece + (Number - firstOf(pieceOf(Number))) : nullptr;
  }

  /// The number of the node of `What` under `Context`; 0 if there is none.
  uint32_t find(uint64_t Context, uint64_t What) const {
    uint64_t Hash = hashOf(Context, What);
    const Node *Each = at(rootOf(Hash));
    Hash <<= Log2Roots;
    // A damaged file may lead round in circles.
    for (unsigned Step = 0; Each && Step < MostSteps; ++Step, Hash <<= 2) {
      uint32_t Next = __atomic_load_n(&Each->Next[Hash >> 62], __ATOMIC_ACQUIRE);
      Each = Next ? at(Next) : nullptr;
      if (Each && Each->Context == Context && Each->What == What)
        return Next;
    }
    return 0;
  }

  /// The number of the node of `Site` under `Context`, or of the context alone, whatever the
  /// site; 0 if there is none.
  uint32_t findSite(uint64_t Context, uint64_t Site) const {
    const uint32_t Found = find(Context, Site);
    return Found ? Found : find(Context, OfAnySite);
  }
  /// What a node is of that was learnt where an allocator was told of the context.
  static constexpr uint64_t OfAnySite = UINT64_C(1) << 62;

  /// Piece `Number`, of sizeOf(Number) nodes; null if there is none yet.
  void setPiece(unsigned Number, Node *Piece) {
    __atomic_store_n(&Pieces[Number], Piece, __ATOMIC_RELEASE);
  }
  Node *piece(unsigned Number) const {
    return __atomic_load_n(&Pieces[Number], __ATOMIC_ACQUIRE);
  }

private:
  static constexpr unsigned MostSteps = 1 << 16;
  Node *Pieces[PieceCount] = {};
};

} // namespace allocsite

#endif
