//===- Records.h - What blocks are counted as -------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (context, site, size, generation) ── Index ──▶ number ──▶ Keys[number]        the process's
//                                                        │                        memory
//                                                        └──▶ a piece of the file, for `recover`
//
// A record is made when its first block comes and stays. Numbers are dense and begin at 1,
// so that an entry of the shadow is one, and so is an index into a thread's records
// (LiveThread.h). A forked child keeps the numbers, since its shadow holds them, and
// writes the records into its own file when it needs them there.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_RECORDS_H
#define ALLOCSITE_RUNTIME_LIVE_RECORDS_H

#include "allocsite/ProfileFormat.h"
#include <stddef.h>

namespace allocsite {

/// Whose the blocks of a site are.
enum class BlockKind : uint8_t {
  None,     ///< They are not followed.
  System,   ///< The C and C++ library's.
  Other,    ///< Another allocator's: wherever they lie.
  HandedOn, ///< The same, where it hands on a block that is followed.
};

/// What is the same for each block of a record.
struct LiveKey {
  uint64_t Context, Site, Size; // as in AllocSiteKey
  uint64_t Tag;
  bool InArena = false;   ///< An object of an arena, no block of the heap.
  bool IsMapping = false; ///< Neither: LiveMappings.h.
  bool IsOfHeap = false;  ///< A mapping that the heap is made of.
  bool IsInner = false;   ///< Another site has called, and counts it: no row of a log.
  BlockKind Kind = BlockKind::System;
  /// Bytes by which a block that is handed on begins behind the one below: see Records::header().
  uint16_t Header = 0;
  uint32_t Generation = 0; ///< BlockGenerations.h: in which its blocks were allocated.
};

class Records {
public:
  static constexpr uint32_t NumberMask = (1u << 20) - 1;
  /// Whole pieces, and fewer than NumberMask.
  static constexpr uint32_t Most = (1u << 20) - ALLOCSITE_LIVE_RECORDS;
  static constexpr uint32_t IndexSize = 1u << 20;
  static constexpr uint32_t None = 0;

  /// False where there is no room for the tables.
  bool start();

  /// The number of the key's record, or None. Any thread.
  uint32_t known(const LiveKey &Key) const;
  /// The same, made if there is none; None where there is no room. Any thread.
  uint32_t make(const LiveKey &Key);

  const LiveKey &key(uint32_t Record) const { return Keys[Record]; }
  /// What an allocator of the program has put before the record's blocks, in bytes. Any thread.
  uint16_t header(uint32_t Record) const {
    return __atomic_load_n(&Keys[Record].Header, __ATOMIC_RELAXED);
  }
  void setHeader(uint32_t Record, uint16_t Bytes);
  /// Calls `Use(bytes)` for each header that was seen, none first, until it returns true.
  template <typename UseT> void forEachHeader(UseT &&Use) const {
    if (Use(0))
      return;
    for (const uint16_t &Each : Headers) {
      const uint16_t Bytes = __atomic_load_n(&Each, __ATOMIC_RELAXED);
      if (!Bytes || Use(Bytes))
        return;
    }
  }
  /// Records are 1 … count(). Any thread.
  uint32_t count() const { return __atomic_load_n(&Count, __ATOMIC_ACQUIRE); }
  /// Blocks that were alive when this process was forked. Hold RuntimeLock.
  uint64_t inherited(uint32_t Record) const { return Inherited[Record]; }
  /// For the child that is about to be made. Hold RuntimeLock.
  void setInherited(uint32_t Record, uint64_t Blocks) { Inherited[Record] = Blocks; }

  /// What the file says of the process (ALLOCSITE_PROFILE_LIVE_RECORDS), or null where
  /// there is no memory. Hold RuntimeLock.
  AllocSiteLiveRecords *state();

  /// In a forked child: the file is the parent's. Hold RuntimeLock.
  void dropFile();

private:
  uint32_t lookUp(const LiveKey &Key, uint32_t &At) const;
  bool write(uint32_t Record);
  AllocSiteLiveRecords *piece(uint32_t Number);
  bool makeGenerations(uint32_t Piece);

  LiveKey *Keys;
  uint32_t *Index; // open addressing, twice as many as there can be records
  uint64_t *Inherited;
  AllocSiteLiveRecords **Pieces;
  AllocSiteRecordGenerations **Generations; // by piece; with generations=1
  uint32_t PieceCount;
  uint32_t Count;
  uint16_t Headers[8]; // distinct, then 0
};

/// The process's.
Records &liveRecords();

/// Whose blocks site `Number` is of: what was counted for it came with their addresses. None
/// where it did not. Any thread; takes RuntimeLock.
BlockKind blockKind(uint64_t Number);
/// `operator new` is another one than the C++ library's; `IsFollowed`: and what frees its blocks is
/// seen. Before the first question.
void setNewIsReplaced(bool IsFollowed);

/// Sites of allocators of one name have the same, from 1 on; 0 where that is not known. Any
/// thread; takes RuntimeLock.
uint32_t allocatorNumber(uint64_t Number);

} // namespace allocsite

#endif
