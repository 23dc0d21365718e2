//===- PassedBlocks.h - Passes a sample to OpenTelemetry's probes -*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a point falls into a block or object ──▶ otel_memory:alloc(address, size, weighted bytes)
//   it goes, whoever takes it            ──▶ otel_memory:free(address)
//
// With probes=otel. Blocks are those that sample= follows, so an entry of the shadow says that a block
// was passed. Objects of arenas are all followed: those that were passed are in a table of their own
// (ArenaSet.h). The weight makes the sums of a sample right on average: size / (1 - exp(-size / mean)),
// rounded up or down by chance.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_PASSEDBLOCKS_H
#define ALLOCSITE_RUNTIME_LIVE_PASSEDBLOCKS_H

#include "profile/Sampling.h"

#include <stdint.h>

namespace allocsite {

/// The random points that a thread throws on the bytes that it allocates. Zeros: none yet. The
/// thread alone.
struct SamplePoints {
  uint64_t Random; ///< Not 0 from the first point on.
  int64_t Until;   ///< Bytes that are allocated before the next one.

  /// Into `Size` bytes, more than Until, a point falls, or nobody has thrown one yet. False where it
  /// is the latter, and none falls.
  bool fallsInto(uint64_t Size, const Sampling &Of);
};

/// Another random number; `State` is not 0.
inline uint64_t nextRandom(uint64_t &State) { // xorshift64*
  State ^= State >> 12;
  State ^= State << 25;
  State ^= State >> 27;
  return State * UINT64_C(0x2545F4914F6CDD1D);
}

/// Whether blocks are passed. Constant when start-up is through.
extern bool PassesBlocks;
/// How they are sampled.
extern Sampling PassedSampling;

/// An address has a block or an object of that many bytes now. `Random`: of the points of the thread.
void passAllocated(const void *Block, uint64_t Size, uint64_t &Random);
/// One that was passed goes: before anybody else can have its address.
void passFreed(const void *Block);

} // namespace allocsite

#endif
