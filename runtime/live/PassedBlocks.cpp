//===- PassedBlocks.cpp - Passes a sample to OpenTelemetry's probes -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PassedBlocks.h"
#include "State.h"
#include "count/Hooks.h"
#include "profile/Text.h"

#include <time.h>

namespace allocsite {

bool PassesBlocks;
Sampling PassedSampling;

/// A thread's numbers begin where its own and the seed say.
static uint64_t firstRandom() {
  static uint64_t Threads;
  uint64_t Seed = options().SampleSeed;
  if (!Seed) {
    struct timespec Now;
    clock_gettime(CLOCK_MONOTONIC, &Now);
    Seed = static_cast<uint64_t>(Now.tv_nsec) ^ static_cast<uint64_t>(ownerProcess()) << 32;
  }
  return hashWord(Seed, __atomic_add_fetch(&Threads, 1, __ATOMIC_RELAXED)) | 1;
}

bool SamplePoints::fallsInto(uint64_t Size, const Sampling &Of) {
  if (!Random) {
    Random = firstRandom();
    const uint64_t First = Of.distance(nextRandom(Random));
    if (First >= Size) {
      Until = static_cast<int64_t>(First - Size);
      return false;
    }
  }
  // What was between the point and the end of the block is forgotten: so points are.
  Until = static_cast<int64_t>(Of.distance(nextRandom(Random)));
  return true;
}

void passAllocated(const void *Block, uint64_t Size, uint64_t &Random) {
  probeOtelAllocated(Block, Size, PassedSampling.weightedBytes(Size, nextRandom(Random)));
}

void passFreed(const void *Block) { probeOtelFreed(Block); }

} // namespace allocsite
