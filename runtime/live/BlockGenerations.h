//===- BlockGenerations.h - What was allocated behind which mark *- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   start ────────────▶ mark "loaded" ────▶ mark "saved" ────▶ log
//         generation 0          generation 1        generation 2
//
// With generations=1 the generation is a part of the key of a record (Records.h): blocks, objects
// of arenas and mappings of each generation are counted as records of their own, and rows of the
// log add them up. A hit knows nothing of this. It finds the record of a tag in a slot of its
// thread (LiveThread.h); a mark empties all slots, so that the next block of each key comes to the
// slow path, which asks for the generation.
//
// A forked child goes on with its parent's generations: its blocks are of them.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_BLOCKGENERATIONS_H
#define ALLOCSITE_RUNTIME_LIVE_BLOCKGENERATIONS_H

#include "profile/Csv.h"

namespace allocsite {

/// Constant from start-up on.
extern bool HasBlockGenerations;
extern uint32_t CurrentGeneration;

/// Of what is allocated now. Any thread.
inline uint32_t blockGeneration() {
  // Relaxed: what is allocated beside a mark may be of either generation.
  return __atomic_load_n(&CurrentGeneration, __ATOMIC_RELAXED);
}

/// By start-up.
void startBlockGenerations();

/// A mark was set: Name, so many nanoseconds after the start. False where it begins no generation:
/// they are not wanted, or there can be no more (IsFull: of records), which a message says. The
/// caller empties the slots of all threads. Hold RuntimeLock.
bool beginBlockGeneration(TextRef Name, uint64_t Nanoseconds, bool IsFull);

/// All so far, from generation 0 on. Hold RuntimeLock.
const BlockGeneration *blockGenerations(uint32_t &Count);

/// Writes those that the profile lacks. False if memory is short. Hold RuntimeLock.
bool recordBlockGenerations();
/// In a forked child: the file is the parent's. Hold RuntimeLock.
void dropFileOfBlockGenerations();

} // namespace allocsite

#endif
