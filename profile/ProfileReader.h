//===- ProfileReader.h - Reads the counts of a profile file ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profile file ──ProfileReader──▶ modules, counters ──Csv──▶ CSV
//
// The process may have been killed between any two instructions, or may still run, or
// the file may be hostile. So sizes are checked before offsets and offsets before reads,
// and memory and time are bounded by the size of the file on disk.
// docs/profile-format.md draws the bytes.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_PROFILEREADER_H
#define ALLOCSITE_PROFILE_PROFILEREADER_H

#include "ArenaTable.h"
#include "Changes.h"
#include "Csv.h"
#include "Expected.h"
#include "RunTable.h"
#include "allocsite/ProfileFormat.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// Bytes that may change while they are read.
class ByteStore {
public:
  virtual ~ByteStore() = default;
  virtual uint64_t size() = 0;
  /// The bytes that are stored, without holes.
  virtual uint64_t sizeOnDisk() = 0;
  /// False if not all of the bytes can be read. What a later call returns is no older, but the
  /// bytes of one call may be of several moments.
  virtual bool read(uint64_t At, void *To, size_t Size) = 0;
  /// The first offset from \p At on that may hold a byte other than zero.
  virtual uint64_t nextData(uint64_t At) { return At; }
};

/// A group of a timeline, with as many points as the timeline.
struct RecordedGroup {
  AllocSiteTimelineGroup Head; ///< its arrays of points are not read
  std::vector<AllocSiteGroupPoint> Points;
};

struct RecordedTimeline {
  std::vector<AllocSiteTimelinePoint> Points;
  std::vector<RecordedGroup> Groups;
  std::vector<size_t> Indexes; ///< of each point in the array of the file
  uint64_t Log2Stride = 0;     ///< as in AllocSiteTimeline
  bool LacksChanges = false;   ///< as well
};

class ProfileReader {
public:
  /// \p Store must outlive the reader. \p Live: a process is still writing to it.
  static Expected<ProfileReader> open(ByteStore &Store, bool Live);

  const AllocSiteProfileHeader &header() const { return Header; }

  /// The text of a table of a companion (Companion.h); empty if there is none of that name.
  Expected<std::string> logTable(std::string_view Name);

  /// Bits of Mode: what the process counted besides calls.
  uint32_t modes() const;

  /// The generations of blocks, from that of the start on, whose names are in \p Names; of addTo()'s
  /// table. Empty without the option generations=1.
  Expected<std::vector<BlockGeneration>> generations(std::deque<std::string> &Names);

  /// What is known of the run, whose texts are in \p Texts; nothing in files of older runtimes.
  /// Its modules live as long as the reader, and up to the next call.
  Expected<std::optional<RunFacts>> run(std::string &Texts);

  /// The timeline in order of time; without points if the process recorded none.
  Expected<RecordedTimeline> timeline();

  /// Adds what records had at the points of \p Of, which is timeline(), to \p To, which is empty. Call
  /// it after addTo(): the counts are of that moment. The reader must outlive \p To. Nothing is added
  /// if that is not known.
  MaybeError addChanges(Changes &To, const RecordedTimeline &Of);

  /// Reads modules and stacks for \p Names. They live as long as the reader.
  MaybeError loadNames(Expander &Names);
  bool hasNames() const { return HasNames; }

  /// Adds to \p Table, which shows \p Names, the counts of every counter since the last reset,
  /// and loads the names: where a process still counts, behind the counters, since it knows the
  /// names of all that it has counted.
  MaybeError addTo(CsvTable &Table, Expander &Names);

  /// True if the process followed arenas and some were made.
  bool hasArenas() const;
  /// Adds every arena to \p Table.
  MaybeError addArenas(ArenaTable &Table);

  /// A mark as in the file, with checked sizes. Read it with mark().
  using MarkWords = std::vector<uint64_t>;
  static const AllocSiteProfileMark &mark(const MarkWords &Of) {
    return *reinterpret_cast<const AllocSiteProfileMark *>(Of.data());
  }
  /// All marks, in order of their numbers.
  Expected<std::vector<MarkWords>> marks();

private:
  struct Chunk {
    uint64_t At, Kind, Size, Used;
  };

  /// The program or library of the modules from SiteBase up to the next Object's.
  struct Object {
    uint64_t SiteBase;
    std::string Path; ///< empty: not known; a zero and the build id may follow it
    uint32_t BuildIdBytes;
  };

  /// A thread's table as read from the file, and its counters.
  struct ThreadTable {
    AllocSiteProfileTable Head;
    AllocSiteOther Others[ALLOCSITE_OTHERS];
    std::vector<AllocSiteEntry> Entries; ///< of the slots and of the hash table

    uint64_t slotCount() const { return Head.SlotMask / sizeof(AllocSiteSlot) + 1; }
    uint64_t othersAt() const {
      return sizeof(Head) + slotCount() * (sizeof(AllocSiteSlot) + sizeof(AllocSiteKey));
    }
    uint64_t size() const { return othersAt() + sizeof(Others); }
  };

  ProfileReader(ByteStore &Store, bool Live) : Store(&Store), Live(Live) {}
  /// The counts up to the last reset, which are not shown: by key, and for others by site.
  struct Forgotten {
    std::map<std::array<uint64_t, 3>, uint64_t> Calls;
    std::map<uint64_t, std::array<uint64_t, 2>> Others;
  };

  MaybeError readHeader();
  Expected<const std::vector<LoadedModule> *> modules();
  MaybeError readStacks();
  MaybeError readResets();
  MaybeError addEntry(CsvTable &Table, AllocSiteEntry Entry);
  MaybeError addOthers(CsvTable &Table, const AllocSiteOther *Others);
  void findChunks();
  MaybeError readModules(const Chunk &From);
  MaybeError readModule(const char *Bytes, size_t Size, size_t &Used);
  MaybeError readObjects();
  MaybeError readObjects(const Chunk &From, uint64_t &Left);
  void tellObjects();
  MaybeError addTable(CsvTable &Table, const ThreadTable &Read);
  MaybeError readTables(const Chunk From, const std::function<MaybeError(ThreadTable &)> &Use);
  MaybeError readTable(uint64_t At, ThreadTable &Read);
  MaybeError readSlots(uint64_t At, ThreadTable &Read);
  MaybeError readCounters(ThreadTable &Read);
  template <typename Function>
  MaybeError forEachStretch(uint64_t At, uint64_t Count, size_t Size, Function Use);
  /// Reads what is behind no lock and has a word that is written last. A process that still writes
  /// may come in between: then once more, until the copy is whole. False if it cannot be read.
  template <typename Head> bool readHead(uint64_t At, Head &To) {
    if (!Store->read(At, &To, sizeof(To)))
      return false;
    // A copy has its words in no order. The second of two that agree has all that was written
    // before the last word of the first.
    for (unsigned Try = 0; Live && Try < 8; ++Try) {
      const Head Before = To;
      if (!Store->read(At, &To, sizeof(To)))
        return false;
      if (!std::memcmp(&Before, &To, sizeof(To)))
        break;
    }
    return true;
  }
  template <typename Piece, typename IsMadeT, typename UseT>
  MaybeError forEachPiece(uint32_t Kind, const char *What, IsMadeT IsMade, UseT Use);
  struct LiveRecords;
  Expected<std::shared_ptr<LiveRecords>> readLive();
  MaybeError addLive(CsvTable &Table, LiveRecords &Read);
  MaybeError readKeys(LiveRecords &Read);
  template <typename Piece, typename UseT>
  MaybeError forEachThreadRecord(uint32_t Kind, const char *Unread, const char *Misnumbered,
                                 LiveRecords &Read, UseT Use);
  MaybeError readGenerations(LiveRecords &Read);
  MaybeError readThreads(LiveRecords &Read);
  MaybeError readLogs(std::map<uint64_t, std::vector<std::vector<AllocSiteChange>>> &To);
  MaybeError readLifetimes(LiveRecords &Read);
  MaybeError readSitePeaks(LiveRecords &Read);
  const Chunk *chunkOf(uint64_t At, uint64_t Size);

  ByteStore *Store;
  bool Live;
  AllocSiteProfileHeader Header = {};
  std::vector<Chunk> Chunks;
  uint64_t NextChunk = 0;    ///< offset of the first chunk that is not in Chunks yet
  uint64_t CounterBytes = 0; ///< bytes read so far; bounds hash tables that overlap
  std::deque<std::vector<uint64_t>> ModuleBytes;
  std::vector<Object> Objects;
  std::vector<RunObject> RunObjects; ///< run() told them
  std::vector<LoadedModule> Modules;
  std::array<std::vector<AllocSiteStackNode>, StackNodes::PieceCount> StackPieces;
  StackNodes Stacks;
  Forgotten BeforeReset;
  std::shared_ptr<LiveRecords> Blocks; ///< once addTo() was called, if there are any
  uint64_t PeakAt = 0;   ///< AllocSiteLiveRecords::PeakAt, unless live memory is at its peak
  uint64_t Records = 0;  ///< functions of Modules
  bool HasNames = false; ///< loadNames() was called
};

} // namespace allocsite

#endif
