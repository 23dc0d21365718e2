//===- ProfileReader.h - What a profile file has counted ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profile file ──ProfileReader──▶ modules, counters ──Csv──▶ CSV
//
// The file is that of a process that was killed between any two instructions, or
// that still runs, or it is made to hurt: sizes are checked before offsets and
// offsets before reads, memory and time are bounded by what the file has on
// disk. docs/profile-format.md draws the bytes.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_PROFILEREADER_H
#define ALLOCSITE_PROFILE_PROFILEREADER_H

#include "Csv.h"
#include "Expected.h"
#include "allocsite/ProfileFormat.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace allocsite {

/// Bytes that may change while they are read.
class ByteStore {
public:
  virtual ~ByteStore() = default;
  virtual uint64_t size() = 0;
  /// What is really there, of which holes are no part.
  virtual uint64_t sizeOnDisk() = 0;
  /// False where not all of it can be read.
  virtual bool read(uint64_t At, void *To, size_t Size) = 0;
  /// The first offset from \p At on that may hold something else than zeros.
  virtual uint64_t nextData(uint64_t At) { return At; }
};

class ProfileReader {
public:
  /// \p Store must outlive the reader. \p Live: somebody is writing to it.
  static Expected<ProfileReader> open(ByteStore &Store, bool Live);

  const AllocSiteProfileHeader &header() const { return Header; }

  /// Reads all modules; they live as long as the reader.
  Expected<const std::vector<LoadedModule> *> modules();

  /// Mode, or'ed: what its process counted beside the calls.
  uint32_t modes() const;

  /// Adds every counter to \p Table.
  MaybeError addTo(CsvTable &Table);

private:
  struct Chunk {
    uint64_t At, Kind, Size, Used;
  };

  /// What was read of one, and what it counts.
  struct ThreadTable {
    AllocSiteProfileTable Head;
    AllocSiteOther Others[ALLOCSITE_OTHERS];
    std::vector<AllocSiteEntry> Entries; ///< of the slots and of the hash table

    uint64_t slotCount() const {
      return Head.SlotMask / sizeof(AllocSiteSlot) + 1;
    }
    uint64_t othersAt() const {
      return sizeof(Head) +
             slotCount() * (sizeof(AllocSiteSlot) + sizeof(AllocSiteKey));
    }
    uint64_t size() const { return othersAt() + sizeof(Others); }
  };

  ProfileReader(ByteStore &Store, bool Live) : Store(&Store), Live(Live) {}
  MaybeError readHeader();
  void findChunks();
  MaybeError readModules(const Chunk &From);
  MaybeError readModule(const char *Bytes, size_t Size, size_t &Used);
  MaybeError addTables(CsvTable &Table, const Chunk From);
  MaybeError addTable(CsvTable &Table, uint64_t At, ThreadTable &Read);
  MaybeError readTable(uint64_t At, ThreadTable &Read);
  MaybeError readSlots(uint64_t At, ThreadTable &Read);
  MaybeError readCounters(ThreadTable &Read);
  template <typename Function>
  MaybeError forEachStretch(uint64_t At, uint64_t Count, size_t Size,
                            Function Use);
  struct LiveRecords;
  MaybeError addLive(CsvTable &Table);
  MaybeError readLive(const Chunk &From, LiveRecords &Read);
  MaybeError readThreads(const Chunk &From, LiveRecords &Read);
  const Chunk *chunkOf(uint64_t At, uint64_t Size);

  ByteStore *Store;
  bool Live;
  AllocSiteProfileHeader Header = {};
  std::vector<Chunk> Chunks;
  uint64_t NextChunk = 0;   ///< offset of the chunk that is not in Chunks yet
  uint64_t CounterBytes = 0; ///< that were read, to bound tables that overlap
  std::deque<std::vector<uint64_t>> ModuleBytes;
  std::vector<LoadedModule> Modules;
  uint64_t Records = 0; ///< functions and tail calls of them
};

} // namespace allocsite

#endif
