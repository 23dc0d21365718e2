//===- Stacks.h - Learns which calls a context stands for -------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a site is counted under a context for the first time, the stack is walked, once:
//
//   the site, context 3(3·0 + a) + b ─▶ return address ─▶ label: call in parse, hash b
//                     context 3·0 + a ─▶ return address ─▶ label: call in main, hash a
//                     context 0          the thread began here
//
// Each label tells by how much its call changed the context, so the walk knows the context of
// each caller. It ends at a caller whose stack is known under that context: a new stack costs
// as many frames as are new, however deep it is. (The context is that of Bond and McKinley,
// Probabilistic Calling Context, 2007.)
//
// Recursion is bounded: where a stack goes through the same calls once more, the rounds before
// stand for it, and its allocations count under their context.
//
// A walk that comes to the bottom of the stack and not to a context of 0 says that the context
// was stale: the thread's word was not what the stack is. The stack is kept as it was found, under
// a context that is made of its calls, as stale ones may be new each time.
// Known stacks are compared once in a while, which finds those whose context is that of others.
//
// Any thread, signal handlers included. No lock, unless a new piece of nodes is needed.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_STACKS_H
#define ALLOCSITE_RUNTIME_COUNT_STACKS_H

#include "profile/StackNodes.h"

namespace allocsite {

constexpr unsigned Log2KnownStacks = 12;
/// Hashes of contexts and sites whose stacks are known, by some of their bits.
extern uint64_t KnownStacks[1 << Log2KnownStacks];

inline uint64_t &knownStack(uint64_t Hash) {
  return KnownStacks[Hash >> (64 - Log2KnownStacks)];
}
inline bool isKnownStack(uint64_t Hash) {
  // Acquire: whoever counts under it has seen its nodes, and so has whoever sees the count.
  return __atomic_load_n(&knownStack(Hash), __ATOMIC_ACQUIRE) == Hash;
}
/// Its nodes are published, or were found.
inline void noteKnownStack(uint64_t Hash) {
  __atomic_store_n(&knownStack(Hash), Hash, __ATOMIC_RELEASE);
}

/// Of so many look-ups of a thread, one compares a stack that is known.
constexpr uint32_t LookUpsPerComparison = 64;

/// Walks the stack, and returns what noteStack() does. The function that calls this has unwind
/// tables, and so do all up to the program's.
uint64_t learnStack(uint64_t Context, uint64_t Site, uint64_t Hash, bool Compares);

/// Whether that stack is known, and a call that its site counts has led there. Any thread.
bool isCountedAbove(uint64_t Context, uint64_t Site);

/// Learns the stack of `Site` under `Context` if it is not known. Returns the context to count
/// under: `Context`, or that of fewer rounds of recursion. `Site` may have
/// ALLOCSITE_SITE_FAILED, or be ALLOCSITE_NO_SITE: of any site. `Compares`: a stack that is known
/// is compared with the one that is there.
inline uint64_t noteStack(uint64_t Context, uint64_t Site, bool Compares = false) {
  Site = Site == ALLOCSITE_NO_SITE ? StackNodes::OfAnySite : Site & ~ALLOCSITE_SITE_FAILED;
  const uint64_t Hash = StackNodes::hashOf(Context, Site);
  if (__builtin_expect(!isKnownStack(Hash) || Compares, false))
    return learnStack(Context, Site, Hash, Compares);
  return Context;
}

/// What was learnt.
const StackNodes &stackNodes();

/// What was seen of the stacks so far.
struct StackSums {
  uint64_t Learnt = 0;
  uint64_t Stale = 0;    ///< of them: the context did not end where the stack did
  uint64_t Compared = 0; ///< known ones that were walked once more
  uint64_t Others = 0;   ///< of them: the stack was another than the one that is known
};
StackSums stackSums();

/// In a forked child: forgets all stacks. Hold RuntimeLock.
void dropStacks();

} // namespace allocsite

#endif
