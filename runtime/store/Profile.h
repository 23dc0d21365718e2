//===- Profile.h - The chunks that everything counted lives in --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profile file (ProfileFile.h)       memory of the process
//   +--------+-------+----------------+
//   | header | Chunk | modules …      |  written, not mapped
//   +--------+-------+----------------+
//            | Chunk | table table …  | ◀── mapped: threads count here
//            +-------+----------------+
//            | Chunk | counters …     | ◀── mapped
//            +-------+----------------+
//            | Chunk | stacks …       | ◀── mapped
//            +-------+----------------+
//            | Chunk | live records … | ◀── mapped, where live=1
//            +-------+----------------+
//            | Chunk | marks …        | ◀── mapped, where the program sets some
//            +-------+----------------+
//
// What was counted is thereby in the file at every instant. Where the file
// cannot be had or grow, a chunk is anonymous memory and one line says that a
// SIGKILL loses what is in it.
//
// A chunk is as large as an eighth of what there is, so that there are few:
// 10,000 threads share 65,530 mappings.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_PROFILE_H
#define ALLOCSITE_RUNTIME_STORE_PROFILE_H

#include "allocsite/ProfileFormat.h"
#include "profile/Decode.h"
#include <stddef.h>

namespace allocsite {

enum class ChunkKind : uint32_t {
  Modules = 0, // copies of modules that may be unloaded: always anonymous
  Tables = ALLOCSITE_CHUNK_TABLES,
  Counters = ALLOCSITE_CHUNK_COUNTERS,
  LiveRecords = ALLOCSITE_CHUNK_LIVE_RECORDS,
  ThreadRecords = ALLOCSITE_CHUNK_THREAD_RECORDS,
  ThreadLifetimes = ALLOCSITE_CHUNK_THREAD_LIFETIMES,
  SitePeaks = ALLOCSITE_CHUNK_SITE_PEAKS,
  ArenaMakers = ALLOCSITE_CHUNK_ARENA_MAKERS,
  Arenas = ALLOCSITE_CHUNK_ARENAS,
  Timeline = ALLOCSITE_CHUNK_TIMELINE,
  Marks = ALLOCSITE_CHUNK_MARKS,
  TimelineGroups = ALLOCSITE_CHUNK_TIMELINE_GROUPS,
  Stacks = ALLOCSITE_CHUNK_STACKS,
  Changes = ALLOCSITE_CHUNK_CHANGES,
  Generations = ALLOCSITE_CHUNK_GENERATIONS,
  RecordGenerations = ALLOCSITE_CHUNK_RECORD_GENERATIONS
};
constexpr unsigned ChunkKinds = ALLOCSITE_CHUNK_KINDS;

struct Piece {
  void *Memory; // null: it cannot be had
  uint64_t At;  // offset in the profile file; 0: it is not in the file
};

/// Bytes of zeros, aligned to 64, from a chunk of this kind. Nothing is given
/// back: its user keeps free lists. The first piece of a kind that counts makes
/// the profile file. Hold RuntimeLock.
Piece allocate(ChunkKind Kind, size_t Bytes);

/// The same for what spares time alone: null where it would not be in the file as
/// the rest is, or where what it is for would take more than a quarter of memory=,
/// which is there for what has to be counted. Says nothing.
Piece allocateSpare(ChunkKind Kind, size_t Bytes);

/// The same for the stacks of what is counted: null where they would take more than half of
/// memory=, which is said once.
Piece allocateForStacks(ChunkKind Kind, size_t Bytes);

/// Was memory for counters refused? From then on nobody asks again. Any thread.
bool isOutOfMemory();
/// Says so, once. Hold RuntimeLock.
void sayOutOfMemory();

/// Adds modules to the file, if there is one and it lacks them. Hold
/// RuntimeLock.
void recordModules(const LoadedModule *Modules, uint32_t Count);

/// Bytes and Count times Size more, up to the largest number there is.
inline uint64_t addBytes(uint64_t Bytes, uint64_t Size, uint64_t Count) {
  uint64_t More;
  if (__builtin_mul_overflow(Size, Count, &More) ||
      __builtin_add_overflow(Bytes, More, &Bytes))
    return UINT64_MAX;
  return Bytes;
}

/// Does the file lack what was counted since it could not grow? Hold RuntimeLock.
bool isProfileCut();

/// What the process is asked from outside; null where there is no file. Any thread.
AllocSiteProfileControl *controlWords();

/// Removes the profile, whose log is written. Where that is not allowed any more it
/// is marked as an empty one, and a message says so. Hold RuntimeLock.
void removeProfile();

/// Gives what was counted a file again, after the old one was removed because
/// the log was written: the program goes on all the same. Nobody may count
/// meanwhile. Hold RuntimeLock.
void renewProfile();

/// Allocations of threads that could get no table. Any thread, any moment.
void countOther(uint64_t Site, uint64_t Size);
/// Both arrays of them: before there was a file, and since.
constexpr unsigned SharedOthers = 2;
AllocSiteOther *sharedOthers(unsigned Which);
/// The one of Others (ALLOCSITE_OTHERS) where Site is counted, or a free one
/// for it; one of the last two where all are taken. Its Site is not written.
unsigned findOther(const AllocSiteOther *Others, uint64_t Site);
/// What the Site of the I-th is where it counts `Site`.
uint64_t siteOfOther(unsigned I, uint64_t Site);

/// In a forked child: forgets the profile, which is the parent's. Memory of no
/// consequence takes the place of what was mapped: a handler may have forked
/// between the instructions of a hit, which go on afterwards with the address
/// that they have read. Copies of modules stay. Hold RuntimeLock.
void abandonProfile();

/// Is this the process that mapped the profile? Not so in a child that was made
/// without fork handlers (_Fork, a raw clone). No system call. Any moment.
bool isOwnProcess();

} // namespace allocsite

#endif
