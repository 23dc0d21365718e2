//===- Profile.h - The chunks that everything counted lives in --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile is a chain of chunks, each of one kind, and nothing that is needed
// to write the CSV lies elsewhere (but the constants of modules that cannot be
// unloaded):
//
//   +-------+---------------------+   +-------+------------------+
//   | Chunk | table table table … |-->| Chunk | counters         |--> …
//   +-------+---------------------+   +-------+------------------+
//
// Chunks are large, because 10,000 threads share 65,530 mappings. Today they
// are private anonymous pages; whoever maps them from a file instead changes
// this file alone, and what was counted then survives the process.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROFILE_H
#define ALLOCSITE_RUNTIME_PROFILE_H

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

enum class ChunkKind : uint32_t {
  Modules = 1,      // copies of modules that may be unloaded
  ThreadTables = 2, // ThreadTable records
  Counters = 3,     // CounterTable records
  Uncounted = 4     // tables of threads while the profiler is off
};
constexpr unsigned ChunkKinds = 5;

/// Bytes of zeros, aligned to 64, from a chunk of this kind; null where memory
/// cannot be had. Nothing is given back: its user keeps free lists. Hold
/// RuntimeLock.
void *allocate(ChunkKind Kind, size_t Bytes);

/// Starts a new chain and leaves the old one mapped: a forked child counts from
/// zero, and may still be inside a miss that writes to the old one. Copies of
/// modules stay in use. Hold RuntimeLock.
void abandonChunks();

} // namespace allocsite

#endif
