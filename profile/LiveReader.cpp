//===- LiveReader.cpp - Reads live memory from a profile ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ProfileReader that reads and sums the records that live=1 and its options
// write: pieces of one size, one after the other in chunks of their kind.
//
//===----------------------------------------------------------------------===//

#include "Mark.h"
#include "Measures.h"
#include "ProfileReader.h"
#include "ReaderErrors.h"
#include "Sampling.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <unordered_map>

using namespace allocsite;

//===----------------------------------------------------------------------===//
// Blocks that were followed
//===----------------------------------------------------------------------===//

/// The arrays are indexed by the number of the record, from 1.
struct ProfileReader::LiveRecords {
  uint64_t LeftAt = 0;
  uint64_t PeakAt = 0;
  bool IsPeak = true;
  std::vector<AllocSiteLiveRecord> Keys{1}; ///< Size: bytes of one block.
  std::vector<bool> InArena{false};
  std::vector<uint32_t> Generations; ///< Empty: without generations=1.
  std::vector<Tally> Counts{1};
  bool FollowsHeap = false;
  std::unordered_map<uint64_t, uint64_t> OwnPeaks; // bytes, by siteHash()
  /// Pieces of threads, by their numbers: if there are logs of changes.
  std::multimap<uint64_t, std::unique_ptr<AllocSiteThreadRecords>> Pieces;
  std::map<uint64_t, std::vector<std::vector<AllocSiteChange>>> Logs; ///< by thread as well

  /// The counts for a thread's piece that begins with record First. Null if those records were
  /// made since the live records were read, or had no room in the file.
  Tally *piece(uint64_t First) {
    return First >= Counts.size() || Counts.size() - First < ALLOCSITE_LIVE_RECORDS
               ? nullptr
               : &Counts[First];
  }
};

uint32_t ProfileReader::modes() const {
  uint32_t Modes = ModeAlways;
  for (const Chunk &Each : Chunks)
    Modes |= Each.Kind == ALLOCSITE_CHUNK_LIVE_RECORDS       ? ModeLive
             : Each.Kind == ALLOCSITE_CHUNK_THREAD_LIFETIMES ? ModeLifetimes
             : Each.Kind == ALLOCSITE_CHUNK_SITE_PEAKS       ? ModeOwnPeaks
                                                             : ModeAlways;
  return Modes & ModeLive && Header.Sampling.Mean ? Modes | ModeSampled : Modes;
}

// What has a word that is written last, and was not there yet in the copy before: the rest of it
// may be missing. It is left out.
template <typename Piece> static void leaveOutNew(const Piece &, Piece &) {}
static void leaveOutNew(const AllocSiteLiveRecords &Before, AllocSiteLiveRecords &Now) {
  for (unsigned I = 0; I < ALLOCSITE_LIVE_RECORDS; ++I)
    Now.Records[I].Site = Before.Records[I].Site ? Now.Records[I].Site : 0;
}
static void leaveOutNew(const AllocSiteSitePeaks &Before, AllocSiteSitePeaks &Now) {
  for (unsigned I = 0; I < ALLOCSITE_LIVE_RECORDS; ++I)
    Now.Peaks[I].Site = Before.Peaks[I].Site ? Now.Peaks[I].Site : 0;
}
static void leaveOutNew(const AllocSiteArenaMakers &Before, AllocSiteArenaMakers &Now) {
  for (unsigned I = 0; I < ALLOCSITE_ARENAS; ++I)
    Now.Makers[I].Site = Before.Makers[I].Site ? Now.Makers[I].Site : 0;
}
static void leaveOutNew(const AllocSiteArenas &Before, AllocSiteArenas &Now) {
  for (unsigned I = 0; I < ALLOCSITE_ARENAS; ++I)
    Now.Arenas[I].Maker = Before.Arenas[I].Maker ? Now.Arenas[I].Maker : 0;
}

/// Calls Use(piece) with each whole piece of a kind. IsMade(piece) is false behind the last
/// piece of a chunk. While the process writes, what the first of two copies has is whole in the
/// second.
template <typename Piece, typename IsMadeT, typename UseT>
MaybeError ProfileReader::forEachPiece(uint32_t Kind, const char *What, IsMadeT IsMade,
                                       UseT Use) {
  auto Read = std::make_unique<Piece>(), Before = std::make_unique<Piece>();
  for (size_t I = 0; I < Chunks.size(); ++I) {
    if (Chunks[I].Kind != Kind)
      continue;
    const uint64_t End = Chunks[I].At + Chunks[I].Used;
    for (uint64_t At = Chunks[I].At + ChunkHeader; End - At >= sizeof(Piece);
         At += sizeof(Piece)) {
      if (!Store->read(At, Read.get(), sizeof(Piece)))
        return damaged(What, At);
      if (!IsMade(*Read))
        break;
      if (Live) {
        std::swap(Before, Read);
        if (!Store->read(At, Read.get(), sizeof(Piece)))
          return damaged(What, At);
        leaveOutNew(*Before, *Read);
      }
      if (auto Failure = Use(*Read, At))
        return Failure;
    }
  }
  return {};
}

/// For pieces that begin with the number of their first record.
static const auto isNumbered = [](const auto &Piece) { return Piece.First != 0; };

/// Reads the live records in the order in which they were made.
MaybeError ProfileReader::readKeys(LiveRecords &Read) {
  return forEachPiece<AllocSiteLiveRecords>(
      ALLOCSITE_CHUNK_LIVE_RECORDS, "live records that cannot be read", isNumbered,
      [&](const AllocSiteLiveRecords &Piece, uint64_t At) -> MaybeError {
        if (Piece.First != Read.Keys.size())
          return damaged("numbers of live records", At);
        if (Piece.First == 1) {
          const bool HasLeftAt = Header.Version >= ALLOCSITE_PROFILE_VERSION_OF_CHANGES;
          Read.LeftAt = HasLeftAt ? Piece.LeftAt : Piece.Epoch;
          Read.IsPeak = Piece.IsPeak;
          Read.PeakAt = Piece.PeakAt;
        }
        for (const AllocSiteLiveRecord &Each : Piece.Records) {
          Read.Keys.push_back(Each);
          Read.InArena.push_back(Piece.InArena >> (&Each - Piece.Records) & 1);
          Read.FollowsHeap |= Each.Site && !Read.InArena.back();
          Read.Counts.emplace_back();
          Read.Counts.back().Live = Read.Counts.back().AtPeak = Each.Inherited;
        }
        return {};
      });
}

/// Calls Use(sums, piece, index) with each record of a thread's pieces of a kind, if its live
/// record was read.
template <typename Piece, typename UseT>
MaybeError ProfileReader::forEachThreadRecord(uint32_t Kind, const char *Unread,
                                              const char *Misnumbered, LiveRecords &Read,
                                              UseT Use) {
  return forEachPiece<Piece>(Kind, Unread, isNumbered,
                             [&](const Piece &Its, uint64_t At) -> MaybeError {
                               if ((Its.First - 1) % ALLOCSITE_LIVE_RECORDS)
                                 return damaged(Misnumbered, At);
                               Tally *Sums = Read.piece(Its.First);
                               for (unsigned I = 0; Sums && I < ALLOCSITE_LIVE_RECORDS; ++I)
                                 Use(Sums[I], Its, I);
                               return {};
                             });
}

MaybeError ProfileReader::readGenerations(LiveRecords &Read) {
  return forEachPiece<AllocSiteRecordGenerations>(
      ALLOCSITE_CHUNK_RECORD_GENERATIONS, "generations that cannot be read", isNumbered,
      [&](const AllocSiteRecordGenerations &Piece, uint64_t At) -> MaybeError {
        if ((Piece.First - 1) % ALLOCSITE_LIVE_RECORDS)
          return damaged("numbers of generations", At);
        Read.Generations.resize(Read.Keys.size());
        if (Read.piece(Piece.First))
          std::copy(std::begin(Piece.Generations), std::end(Piece.Generations),
                    Read.Generations.begin() + ptrdiff_t(Piece.First));
        return {};
      });
}

MaybeError ProfileReader::readThreads(LiveRecords &Read) {
  const bool HasLogs = std::any_of(Chunks.begin(), Chunks.end(), [](const Chunk &Each) {
    return Each.Kind == ALLOCSITE_CHUNK_CHANGES;
  });
  return forEachThreadRecord<AllocSiteThreadRecords>(
      ALLOCSITE_CHUNK_THREAD_RECORDS, "records of a thread that cannot be read",
      "numbers of a thread's records", Read,
      [&](Tally &Sum, const AllocSiteThreadRecords &Piece, unsigned I) {
        if (HasLogs && !I)
          Read.Pieces.emplace(Piece.Thread, std::make_unique<AllocSiteThreadRecords>(Piece));
        const AllocSiteThreadRecord &Each = Piece.Records[I];
        // As isBefore() in runtime/live/Peak.h.
        const bool WasSaved = !Read.IsPeak && int32_t(Each.Epoch - uint32_t(Read.LeftAt)) >= 0;
        addRecord(Sum, Each, WasSaved ? Each.AtPeak : int64_t(Each.Allocated - Each.Freed));
      });
}

MaybeError ProfileReader::readLifetimes(LiveRecords &Read) {
  return forEachThreadRecord<AllocSiteThreadLifetimes>(
      ALLOCSITE_CHUNK_THREAD_LIFETIMES, "lifetimes that cannot be read",
      "numbers of a thread's lifetimes", Read,
      [](Tally &Sum, const AllocSiteThreadLifetimes &Piece, unsigned I) {
        addLifetime(Sum, Piece.Lifetimes[I]);
      });
}

MaybeError ProfileReader::readSitePeaks(LiveRecords &Read) {
  return forEachPiece<AllocSiteSitePeaks>(
      ALLOCSITE_CHUNK_SITE_PEAKS, "peaks of sites that cannot be read",
      [](const AllocSiteSitePeaks &Piece) { return Piece.IsPiece != 0; },
      [&Read](const AllocSiteSitePeaks &Piece, uint64_t) -> MaybeError {
        for (const AllocSiteSitePeak &Each : Piece.Peaks)
          if (Each.Site && Each.Peak > 0)
            Read.OwnPeaks[Each.Site] = uint64_t(Each.Peak);
        return {};
      });
}

Expected<std::shared_ptr<ProfileReader::LiveRecords>> ProfileReader::readLive() {
  auto Read = std::make_shared<LiveRecords>();
  for (auto Part :
       {&ProfileReader::readKeys, &ProfileReader::readGenerations, &ProfileReader::readThreads,
        &ProfileReader::readLifetimes, &ProfileReader::readSitePeaks})
    if (auto Failure = (this->*Part)(*Read))
      return *Failure;
  return Read;
}

MaybeError ProfileReader::addLive(CsvTable &Table, LiveRecords &Read) {
  const Sampling Sampled = samplingOf(Header.Sampling);
  uint64_t Now = 0, Peak = 0;
  for (size_t I = 1; I < Read.Keys.size(); ++I) {
    Tally &Of = Read.Counts[I];
    // Below 0: the threads were stopped one after the other.
    for (uint64_t *Each : {&Of.Live, &Of.AtPeak})
      if (*Each > uint64_t(INT64_MAX))
        *Each = 0;
    Sampled.scale(Of, Read.Keys[I].Size, Read.InArena[I]);
    // As makesPeak() in runtime/live/OnThread.h.
    if (Read.InArena[I] == Read.FollowsHeap)
      continue;
    Now += Of.Live * Read.Keys[I].Size;
    Peak += Of.AtPeak * Read.Keys[I].Size;
  }
  PeakAt = Now < Peak ? Read.PeakAt : 0;
  for (size_t I = 1; I < Read.Keys.size(); ++I) {
    const AllocSiteLiveRecord &Key = Read.Keys[I];
    Tally &Of = Read.Counts[I];
    // As visitLive() in runtime/live/LiveSums.cpp.
    if (Now > Peak)
      Of.AtPeak = Of.Live;
    if (!Key.Site || !wasFollowed(Of))
      continue;
    if (!Read.OwnPeaks.empty())
      if (auto Own = Read.OwnPeaks.find(Table.siteHash(Key.Context, Key.Site));
          Own != Read.OwnPeaks.end())
        Of.OwnPeak = Own->second;
    const AllocSiteKey Its = {Key.Context, Key.Site, Key.Size};
    if (!Table.add(Its, Of) ||
        (!Read.Generations.empty() && !Table.addLiveOf(Read.Generations[I], Its, Of.Live)))
      return NoMemory;
  }
  return {};
}

Expected<std::vector<BlockGeneration>>
ProfileReader::generations(std::deque<std::string> &Names) {
  std::vector<BlockGeneration> Found;
  for (const Chunk &From : Chunks) {
    if (From.Kind != ALLOCSITE_CHUNK_GENERATIONS)
      continue;
    if (Found.empty())
      Found.emplace_back(); // of the start
    AllocSiteGeneration Head;
    for (uint64_t At = ChunkHeader; At + sizeof(Head) <= From.Used;) {
      if (!readHead(From.At + At, Head))
        return damaged("generations that cannot be read", From.At + At);
      if (!Head.Number)
        break;
      if (Head.Number != Found.size() || Head.NameBytes > MostMarkNameBytes ||
          Head.NameBytes > From.Used - At - sizeof(Head))
        return damaged("a generation", From.At + At);
      Names.emplace_back(Head.NameBytes, '\0');
      if (!Store->read(From.At + At + sizeof(Head), Names.back().data(), Head.NameBytes))
        return damaged("generations that cannot be read", From.At + At);
      Found.push_back({{Names.back().data(), Names.back().size()}, Head.Nanoseconds});
      At += (sizeof(Head) + Head.NameBytes + 1 + 63) & ~uint64_t(63);
    }
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Arenas
//===----------------------------------------------------------------------===//

bool ProfileReader::hasArenas() const {
  return std::any_of(Chunks.begin(), Chunks.end(), [](const Chunk &Each) {
    return Each.Kind == ALLOCSITE_CHUNK_ARENA_MAKERS;
  });
}

MaybeError ProfileReader::addArenas(ArenaTable &Table) {
  std::vector<AllocSiteArenaMaker> Makers(1); // from 1
  auto Failure = forEachPiece<AllocSiteArenaMakers>(
      ALLOCSITE_CHUNK_ARENA_MAKERS, "makers of arenas that cannot be read", isNumbered,
      [&](const AllocSiteArenaMakers &Piece, uint64_t At) -> MaybeError {
        if (Piece.First != Makers.size())
          return damaged("numbers of makers of arenas", At);
        Makers.insert(Makers.end(), std::begin(Piece.Makers), std::end(Piece.Makers));
        return {};
      });
  if (Failure)
    return Failure;
  for (const AllocSiteArenaMaker &Each : Makers)
    if (Each.Site && !Table.add(Each.Context, Each.Site, tallyOf(Each)))
      return NoMemory;
  return forEachPiece<AllocSiteArenas>(
      ALLOCSITE_CHUNK_ARENAS, "arenas that cannot be read",
      [](const AllocSiteArenas &Piece) { return Piece.IsPiece != 0; },
      [&](const AllocSiteArenas &Piece, uint64_t) -> MaybeError {
        for (const AllocSiteArena &Each : Piece.Arenas)
          // Skip an arena made since the makers were read: its maker is not known.
          if (Each.Maker && Each.Maker < Makers.size() && Makers[Each.Maker].Site &&
              !Table.add(Makers[Each.Maker].Context, Makers[Each.Maker].Site, tallyOf(Each)))
            return NoMemory;
        return {};
      });
}

//===----------------------------------------------------------------------===//
// Timeline
//===----------------------------------------------------------------------===//

/// A point as it was before ALLOCSITE_PROFILE_VERSION_OF_CHANGES.
using OlderPoint = std::array<uint64_t, 3>;

Expected<RecordedTimeline> ProfileReader::timeline() {
  RecordedTimeline Found;
  uint64_t Which = 0;
  const bool IsOlder = Header.Version < ALLOCSITE_PROFILE_VERSION_OF_CHANGES;
  const uint64_t PointBytes = IsOlder ? sizeof(OlderPoint) : sizeof(AllocSiteTimelinePoint);
  const uint64_t HeadBytes = offsetof(AllocSiteTimeline, Points);
  for (const Chunk &From : Chunks) {
    if (From.Kind != ALLOCSITE_CHUNK_TIMELINE || !Found.Points.empty() ||
        From.Used < ChunkHeader + HeadBytes + 2 * ALLOCSITE_TIMELINE_POINTS * PointBytes)
      continue;
    uint64_t Head[HeadBytes / sizeof(uint64_t)];
    static_assert(offsetof(AllocSiteTimeline, LacksChanges) == 24);
    const uint64_t At = From.At + ChunkHeader;
    if (!Store->read(At, Head, sizeof(Head)))
      return damaged("a timeline that cannot be read", From.At);
    const uint64_t Count = Head[0] & UINT32_MAX;
    Which = Head[0] >> 32;
    if (Which > 1 || Count > ALLOCSITE_TIMELINE_POINTS)
      return damaged("a timeline of too many points", From.At);
    Found.Log2Stride = Head[2];
    Found.LacksChanges = IsOlder || Head[3];
    std::vector<char> Bytes(Count * PointBytes);
    if (!Store->read(At + HeadBytes + Which * ALLOCSITE_TIMELINE_POINTS * PointBytes,
                     Bytes.data(), Bytes.size()))
      return damaged("a timeline that cannot be read", From.At);
    for (uint64_t I = 0; I < Count; ++I) {
      AllocSiteTimelinePoint Next = {};
      std::memcpy(&Next, Bytes.data() + I * PointBytes, PointBytes);
      // Skip points out of order: while the process runs, it may rewrite the array.
      if (Found.Points.empty() ||
          (Next.Microseconds >= Found.Points.back().Microseconds &&
           Next.Allocated >= Found.Points.back().Allocated &&
           Next.Freed >= Found.Points.back().Freed &&
           (IsOlder || Next.Sequence > Found.Points.back().Sequence))) {
        Found.Points.push_back(Next);
        Found.Indexes.push_back(I);
      }
    }
  }
  auto Failure = forEachPiece<AllocSiteTimelineGroup>(
      ALLOCSITE_CHUNK_TIMELINE_GROUPS, "groups of a timeline that cannot be read",
      [](const AllocSiteTimelineGroup &Piece) { return Piece.By != ALLOCSITE_GROUP_NONE; },
      [&](const AllocSiteTimelineGroup &Piece, uint64_t At) -> MaybeError {
        if (Piece.By > ALLOCSITE_GROUP_BY_SIZE || Piece.InArena > 1 ||
            Piece.SizeClass >= ALLOCSITE_TIMELINE_SIZES ||
            Found.Groups.size() ==
                ALLOCSITE_TIMELINE_ALLOCATORS + 2 * ALLOCSITE_TIMELINE_SIZES)
          return damaged("a group of a timeline", At);
        RecordedGroup Next;
        Next.Head = Piece;
        for (size_t I : Found.Indexes)
          Next.Points.push_back(Piece.Points[Which][I]);
        Found.Groups.push_back(std::move(Next));
        return {};
      });
  if (Failure)
    return *Failure;
  return Found;
}

/// By the number of a thread, the oldest first.
MaybeError
ProfileReader::readLogs(std::map<uint64_t, std::vector<std::vector<AllocSiteChange>>> &To) {
  // A hole costs nothing on disk and would cost memory here.
  uint64_t Left = (uint64_t(64) << 20) + Store->sizeOnDisk() * 2;
  for (const Chunk &From : Chunks) {
    if (From.Kind != ALLOCSITE_CHUNK_CHANGES)
      continue;
    const uint64_t End = From.At + From.Used;
    AllocSiteChanges Head;
    for (uint64_t At = From.At + ChunkHeader; End - At >= sizeof(Head);) {
      if (!readHead(At, Head))
        return damaged("changes that cannot be read", At);
      if (!Head.Thread)
        break;
      const uint64_t Room = (End - At - sizeof(Head)) / sizeof(AllocSiteChange);
      const uint64_t Count = std::min(Head.Used, Head.Capacity);
      if (Head.Capacity > Room || Count * sizeof(AllocSiteChange) > Left)
        return damaged("size of changes", At);
      Left -= Count * sizeof(AllocSiteChange);
      std::vector<AllocSiteChange> Read(Count);
      if (!Store->read(At + sizeof(Head), Read.data(), Count * sizeof(AllocSiteChange)))
        return damaged("changes that cannot be read", At);
      To[Head.Thread].push_back(std::move(Read));
      const uint64_t Size = sizeof(Head) + Head.Capacity * sizeof(AllocSiteChange);
      At += std::min((Size + ChunkHeader - 1) / ChunkHeader * ChunkHeader, End - At);
    }
  }
  return {};
}

MaybeError ProfileReader::addChanges(Changes &To, const RecordedTimeline &Of) {
  if (!Blocks || Of.LacksChanges)
    return {};
  Blocks->Logs.clear();
  if (auto Failure = readLogs(Blocks->Logs))
    return Failure;
  if (!To.addPoints(Of.Points.data(), Of.Points.size(), Of.Log2Stride, Of.Indexes.data()))
    return NoMemory;
  for (size_t I = 1; I < Blocks->Keys.size(); ++I) {
    const AllocSiteLiveRecord &Key = Blocks->Keys[I];
    if (!To.addRecord({Key.Context, Key.Site, Key.Size, Key.Inherited, Blocks->InArena[I]}))
      return NoMemory;
  }
  uint64_t Thread = 0;
  auto addLogs = [&] {
    const auto Its = Blocks->Logs.find(Thread);
    for (size_t I = 0; Its != Blocks->Logs.end() && I < Its->second.size(); ++I)
      if (!To.addLog(Its->second[I].data(), Its->second[I].size()))
        return false;
    return true;
  };
  for (const auto &[Number, Piece] : Blocks->Pieces) {
    if (Number != Thread) {
      if (!addLogs())
        return NoMemory;
      To.beginThread();
      Thread = Number;
    }
    if (!To.addCounts(*Piece))
      return NoMemory;
  }
  return addLogs() ? MaybeError() : NoMemory;
}
