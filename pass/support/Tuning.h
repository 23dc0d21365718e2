//===- Tuning.h - The numbers that decide what is worth its code ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// None of them changes what a profile says. What each mechanism saves with them is in
// docs/savings.md; bench/ablate.py measures it.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_TUNING_H
#define ALLOCSITE_PASS_SUPPORT_TUNING_H

#include <cstddef>
#include <cstdint>

namespace allocsite::tuning {

// Paths (FlowGraph, Places).

/// An unlikely edge is taken once in so many times. `__builtin_expect` says 2,000.
inline constexpr uint64_t Unlikely = 64;

/// Places at which a context is computed, and where it is needed in cold blocks alone.
inline constexpr unsigned MostPlaces = 2, MostColdPlaces = 6;

// The context within a function (Context, KeptContext).

/// Where a function pushes more contexts in loops than that, what they are computed of is in
/// a slot itself. A context in a slot of its own, filled in front of the loop, is then an
/// instruction less at each push, and two more in each call of the function.
inline constexpr size_t FewInLoops = 8;
inline constexpr unsigned FewTimes = 2;

/// What is set or copied without a call, at the least.
inline constexpr unsigned MostBytesInPlace = 64;

/// By so much a slot around rare calls is to cost less: estimates are coarse, and a register
/// costs something.
inline constexpr double LeastGain = 2;

// Code that many places share (Thunks).

/// A thunk that pushes is as long as the stores of two calls.
inline constexpr unsigned FewCalls = 2;
/// A function of this file is more often one that takes little time itself.
inline constexpr unsigned FewCallsOfOwn = 8;
/// The function that stores before exits is as long as what two of its calls save.
inline constexpr unsigned FewStores = 2;
/// And as what four calls save that need none.
inline constexpr unsigned FewExits = 4;

// Counts (Counter, InlineHits, CountTogether, LoopCounts, RecursionCounts).

/// Instructions between a call and a count that is said to be behind it.
inline constexpr unsigned MostBetween = 8;

/// Instructions of a function that does little else than to allocate.
inline constexpr unsigned MostInShort = 64;
/// And of one that allocates there as often as not.
inline constexpr unsigned MostInLonger = 128;

/// So many may be made and not yet counted when the process is killed.
inline constexpr unsigned MostTogether = 8;

/// A loop may have less than so many pending. With half as many it takes 5 % longer,
/// with twice as many it would hardly be faster.
inline constexpr unsigned MostPending = 64;

/// The most places where a loop may flush its pending count. A flush after the loop takes
/// about 80 bytes of code, one before a call inside of it about 20.
inline constexpr unsigned MostFlushesOfLoop = 4;
/// The same for a recursion, where each flush takes about 20 bytes of code.
inline constexpr size_t MostFlushesOfRecursion = 4;

} // namespace allocsite::tuning

#endif // ALLOCSITE_PASS_SUPPORT_TUNING_H
