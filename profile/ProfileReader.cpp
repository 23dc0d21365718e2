//===- ProfileReader.cpp - Reads the counts of a profile file -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileReader.h"
#include "Mark.h"
#include "ReaderErrors.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <set>

using namespace allocsite;

// The numbers in docs/profile-format.md.
static_assert(offsetof(AllocSiteProfileHeader, Program) == 80);
static_assert(offsetof(AllocSiteProfileHeader, Others) == 144);
static_assert(offsetof(AllocSiteProfileHeader, Content) == 1232);
static_assert(sizeof(AllocSiteProfileChunk) == 24 && sizeof(AllocSiteProfileLogTable) == 64);
static_assert(sizeof(AllocSiteProfileModule) == 32);
static_assert(sizeof(AllocSiteProfileObject) == 16);
static_assert(sizeof(AllocSiteProfileCounters) == 32);
static_assert(sizeof(AllocSiteEntry) == 32);
static_assert(offsetof(AllocSiteProfileTable, Private) == 56);
static_assert(offsetof(AllocSiteProfileTable, SlotMask) == 120);
static_assert(sizeof(AllocSiteProfileTable) == 128);
static_assert(sizeof(AllocSiteSlot) == 16 && sizeof(AllocSiteKey) == 24);
static_assert(sizeof(AllocSiteOther) * ALLOCSITE_OTHERS == 792);
// The records of modules are part of the format: change one, raise its version.
static_assert(sizeof(AllocSiteFunctionColumns) == 6 && sizeof(AllocSiteFrameColumns) == 6);
static_assert(sizeof(AllocSiteSiteColumns) == 7 && sizeof(AllocSiteCallSiteColumns) == 4);
static_assert(sizeof(AllocSiteCounts) == 24);
static_assert(sizeof(AllocSiteLiveRecord) == 32 && sizeof(AllocSiteThreadRecord) == 64);
static_assert(sizeof(AllocSiteProfileRun) == 72);
static_assert(sizeof(AllocSiteArenaMaker) == 160 && sizeof(AllocSiteArena) == 128);
static_assert(sizeof(AllocSiteTimelinePoint) == 40 &&
              sizeof(AllocSiteTimeline) == 64 + 2 * 512 * 40);
static_assert(sizeof(AllocSiteChanges) == 64 && sizeof(AllocSiteChange) == 16);
static_assert(sizeof(AllocSiteProfileMark) == 40);
static_assert(sizeof(AllocSiteStackNode) == 40 && sizeof(AllocSiteStacks) == 64);
static_assert(sizeof(AllocSiteLiveRecords) == 64 + 32 * ALLOCSITE_LIVE_RECORDS &&
              sizeof(AllocSiteThreadRecords) == 64 + 64 * ALLOCSITE_LIVE_RECORDS);
static_assert(sizeof(AllocSiteThreadLifetimes) == 64 + 64 * ALLOCSITE_LIVE_RECORDS &&
              sizeof(AllocSiteSitePeaks) == 64 + 32 * ALLOCSITE_LIVE_RECORDS);

namespace {
/// A version that can be read.
struct KnownVersion {
  uint32_t Number;
  size_t HeaderFields; ///< bytes of AllocSiteProfileHeader in its files
};
} // namespace

static constexpr KnownVersion KnownVersions[] = {
#define VERSION(Number, HeaderFields) {Number, HeaderFields},
    ALLOCSITE_PROFILE_VERSIONS(VERSION)
#undef VERSION
};
static constexpr KnownVersion Newest = KnownVersions[std::size(KnownVersions) - 1];
static_assert(Newest.Number == ALLOCSITE_PROFILE_VERSION &&
                  Newest.HeaderFields == sizeof(AllocSiteProfileHeader),
              "what the runtime writes is read");

static const KnownVersion *findVersion(uint32_t Number) {
  auto Found = std::find_if(std::begin(KnownVersions), std::end(KnownVersions),
                            [&](const KnownVersion &Each) { return Each.Number == Number; });
  return Found == std::end(KnownVersions) ? nullptr : Found;
}

/// "format version 5 is older than this tool reads (9 to 10)"
static Error unknownVersion(uint32_t Number) {
  // Of older ones companions alone are read.
  std::string Known = std::to_string(ALLOCSITE_PROFILE_VERSION_OF_STACKS);
  if (Newest.Number != ALLOCSITE_PROFILE_VERSION_OF_STACKS)
    Known += " to " + std::to_string(Newest.Number);
  return {fmt::format("format version {} is {} than this tool reads ({})", Number,
                      Number > Newest.Number ? "newer" : "older", Known)};
}

static constexpr uint64_t MostLog2Capacity = 40;
static constexpr size_t StretchBytes = 1 << 20;

Expected<ProfileReader> ProfileReader::open(ByteStore &Store, bool Live) {
  ProfileReader Reader(Store, Live);
  if (auto Failure = Reader.readHeader())
    return *Failure;
  return Reader;
}

MaybeError ProfileReader::readHeader() {
  uint64_t Size = Store->size();
  uint64_t Magic = 0;
  bool HasMagic = Size >= sizeof(Magic) && Store->read(0, &Magic, sizeof(Magic));
  // Magic is written last.
  if (Size == 0 || (HasMagic && Magic == 0))
    return Error{"an empty profile: its process was killed before it counted, or has "
                 "written its log and could not remove it"};
  if (!HasMagic || Magic != ALLOCSITE_PROFILE_MAGIC)
    return Error{"not a profile (.asprof): it does not begin with \\211ASPROF"};
  uint32_t Version = 0;
  if (Size < offsetof(AllocSiteProfileHeader, Version) + sizeof(Version) ||
      !Store->read(offsetof(AllocSiteProfileHeader, Version), &Version, sizeof(Version)))
    return Error{"damaged profile: it ends in its header"};
  const KnownVersion *Known = findVersion(Version);
  if (!Known)
    return unknownVersion(Version);
  if (Size < Known->HeaderFields || !Store->read(0, &Header, Known->HeaderFields))
    return Error{"damaged profile: it ends in its header"};
  if (Header.HeaderBytes < Known->HeaderFields || Header.HeaderBytes > Size ||
      Header.HeaderBytes % ChunkHeader)
    return damaged("size of the header", offsetof(AllocSiteProfileHeader, HeaderBytes));
  if (Version < ALLOCSITE_PROFILE_VERSION_OF_STACKS &&
      Header.Content != ALLOCSITE_CONTENT_LOG_TABLES)
    return unknownVersion(Version);
  NextChunk = Header.HeaderBytes;
  findChunks();
  // A companion was complete when it got its name.
  if (Header.Content == ALLOCSITE_CONTENT_LOG_TABLES && NextChunk != Size)
    return damaged("a table", NextChunk);
  return {};
}

Expected<std::string> ProfileReader::logTable(std::string_view Name) {
  // Take the last one: a kept profile has the tables of each log that its process wrote.
  for (size_t I = Chunks.size(); I--;) {
    const Chunk &Each = Chunks[I];
    AllocSiteProfileLogTable Head;
    if (Each.Kind != ALLOCSITE_CHUNK_LOG_TABLE)
      continue;
    if (!Store->read(Each.At, &Head, sizeof(Head)))
      return damaged("a table that cannot be read", Each.At);
    if (Name != std::string_view(Head.Name, strnlen(Head.Name, sizeof(Head.Name))))
      continue;
    // As in modules(): a hole costs nothing on disk, and the file system may compress text.
    if (Each.Used > (uint64_t(64) << 20) + Store->sizeOnDisk() * 32)
      return damaged("size of a table", Each.At);
    std::string Text(Each.Used - ChunkHeader, '\0');
    if (!Store->read(Each.At + ChunkHeader, Text.data(), Text.size()))
      return damaged("a table that cannot be read", Each.At);
    return Text;
  }
  return std::string();
}

Expected<std::optional<RunFacts>> ProfileReader::run(std::string &Texts) {
  for (const Chunk &Each : Chunks) {
    if (Each.Kind != ALLOCSITE_CHUNK_RUN)
      continue;
    RunFacts Found = {};
    const uint64_t Room = Each.Used - ChunkHeader;
    if (Room < sizeof(Found.Its) || Room > ALLOCSITE_PROFILE_START_BYTES)
      return damaged("size of the facts of the run", Each.At);
    Texts.resize(Room - sizeof(Found.Its));
    const uint64_t At = Each.At + ChunkHeader;
    if (!readHead(At, Found.Its) ||
        !Store->read(At + sizeof(Found.Its), Texts.data(), Texts.size()))
      return damaged("facts of the run that cannot be read", Each.At);
    if (!Found.setTexts(Texts.data(), Texts.size()))
      return damaged("texts of the run", Each.At);
    Found.Process = Header.Process;
    Found.PeakAt = PeakAt;
    if (Objects.empty())
      if (auto Failure = readObjects())
        return *Failure;
    RunObjects.clear();
    std::set<std::string_view> Known;
    for (const Object &Its : Objects)
      if (!Its.Path.empty() && Known.insert(Its.Path).second) {
        const char *Path = Its.Path.c_str();
        RunObjects.push_back(
            {Path, TextRef(Path + Its.Path.size() - Its.BuildIdBytes, Its.BuildIdBytes)});
      }
    Found.Modules = RunObjects.data();
    Found.ModuleCount = RunObjects.size();
    return std::optional(Found);
  }
  return std::optional<RunFacts>();
}

/// Continues where the last call stopped. The first incomplete chunk ends the list: its
/// maker was killed, or is about to finish it.
void ProfileReader::findChunks() {
  for (;;) {
    AllocSiteProfileChunk Head;
    uint64_t Size = Store->size();
    if (NextChunk > Size || Size - NextChunk < ChunkHeader || !readHead(NextChunk, Head) ||
        Head.State != ALLOCSITE_CHUNK_LIVE || Head.Size < ChunkHeader ||
        Head.Size > Size - NextChunk || Head.Size % ChunkHeader || Head.Used < ChunkHeader ||
        Head.Used > Head.Size)
      return;
    Chunks.push_back({NextChunk, Head.Kind, Head.Size, Head.Used});
    NextChunk += Head.Size;
  }
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// For what is read: a hole costs nothing on disk and would cost memory here.
static uint64_t mostBytes(ByteStore &Store) {
  return (uint64_t(64) << 20) + Store.sizeOnDisk() * 32;
}

Expected<const std::vector<LoadedModule> *> ProfileReader::modules() {
  uint64_t Left = mostBytes(*Store);
  Modules.clear();
  Records = 0;
  for (size_t I = 0; I < Chunks.size(); ++I) {
    if (Chunks[I].Kind != ALLOCSITE_CHUNK_MODULES)
      continue;
    if (Chunks[I].Used > Left)
      return damaged("size of the modules", Chunks[I].At);
    Left -= Chunks[I].Used;
    if (auto Failure = readModules(Chunks[I]))
      return *Failure;
  }
  if (auto Failure = readObjects())
    return *Failure;
  tellObjects();
  // Look-ups need ascending numbers, and indexes of 32 bits.
  uint64_t Site = 0, Call = 0;
  for (const LoadedModule &M : Modules) {
    if (M.SiteBase < Site || M.SiteBase > UINT64_MAX - M.Tables.SiteCount ||
        M.CallBase < Call || M.CallBase > UINT32_MAX - M.Tables.CallCount)
      return Error{"damaged profile: the numbers of its modules overlap"};
    Site = M.SiteBase + M.Tables.SiteCount;
    Call = M.CallBase + M.Tables.CallCount;
  }
  if (Records > UINT32_MAX / 2)
    return Error{"damaged profile: it has too many functions"};
  return &Modules;
}

MaybeError ProfileReader::readModules(const Chunk &From) {
  size_t Size = From.Used - ChunkHeader;
  ModuleBytes.emplace_back((Size + 7) / 8); // words: records are aligned
  char *Bytes = reinterpret_cast<char *>(ModuleBytes.back().data());
  if (!Store->read(From.At + ChunkHeader, Bytes, Size))
    return damaged("modules that cannot be read", From.At);
  for (size_t At = 0; Size - At >= sizeof(AllocSiteProfileModule);) {
    size_t Used = 0;
    if (auto Failure = readModule(Bytes + At, Size - At, Used))
      return Failure;
    if (!Used)
      break; // padding of the chunk
    At += Used;
  }
  return {};
}

MaybeError ProfileReader::readObjects() {
  uint64_t Left = mostBytes(*Store);
  Objects.clear();
  for (const Chunk &Each : Chunks)
    if (Each.Kind == ALLOCSITE_CHUNK_OBJECTS)
      if (auto Failure = readObjects(Each, Left))
        return Failure;
  return {};
}

/// Adds the objects of a chunk, in \p Left bytes.
MaybeError ProfileReader::readObjects(const Chunk &From, uint64_t &Left) {
  uint64_t At = From.At + ChunkHeader;
  const uint64_t End = From.At + From.Used;
  AllocSiteProfileObject Record;
  while (End - At >= sizeof(Record)) {
    if (!Store->read(At, &Record, sizeof(Record)))
      return damaged("objects that cannot be read", At);
    if (!Record.SiteBase)
      return {};
    const uint64_t Padded = (uint64_t(Record.PathBytes) + 7) & ~uint64_t(7);
    const uint64_t Kept = Padded + sizeof(Object);
    if (Padded > End - At - sizeof(Record) || Kept > Left)
      return damaged("path of an object", At);
    Left -= Kept;
    std::string Path(Record.PathBytes, '\0');
    if (!Store->read(At + sizeof(Record), Path.data(), Path.size()))
      return damaged("path of an object", At);
    if (!Objects.empty() && Record.SiteBase <= Objects.back().SiteBase)
      return damaged("order of the objects", At);
    // The build id is behind the zero that ends the path.
    const uint32_t BuildIdBytes = Record.BuildIdBytes;
    if (BuildIdBytes &&
        (BuildIdBytes >= Path.size() || Path[Path.size() - BuildIdBytes - 1] != '\0'))
      return damaged("build id of an object", At);
    Objects.push_back({Record.SiteBase, std::move(Path), BuildIdBytes});
    At += sizeof(Record) + Padded;
  }
  return {};
}

void ProfileReader::tellObjects() {
  auto Next = Objects.begin();
  const Object *Its = nullptr;
  for (LoadedModule &M : Modules) {
    for (; Next != Objects.end() && Next->SiteBase <= M.SiteBase; ++Next)
      Its = Next->Path.empty() ? nullptr : &*Next;
    M.Object = Its ? Its->Path.c_str() : nullptr;
    M.BuildIdBytes = Its ? Its->BuildIdBytes : 0;
  }
}

MaybeError ProfileReader::readModule(const char *Bytes, size_t Size, size_t &Used) {
  AllocSiteProfileModule Record;
  std::memcpy(&Record, Bytes, sizeof(Record));
  if (!Record.SiteBase)
    return {};
  uint64_t Padded = (uint64_t(Record.ByteCount) + 7) & ~uint64_t(7);
  if (Padded > Size - sizeof(Record))
    return Error{fmt::format("damaged profile: module {} is larger than its "
                             "chunk",
                             Modules.size())};
  LoadedModule New = {};
  New.SiteBase = Record.SiteBase;
  New.CallBase = Record.CallBase;
  New.Tables.SiteCount = Record.SiteCount;
  New.Tables.CallCount = Record.CallCount;
  New.Tables.ByteCount = Record.ByteCount;
  New.Tables.Flags = Record.Flags;
  New.Tables.Bytes = reinterpret_cast<const unsigned char *>(Bytes + sizeof(Record));
  ModuleTables Tables;
  if (!decode(New.Tables, nullptr, Tables))
    return Error{fmt::format("damaged profile: the records of module {}", Modules.size())};
  Records += Tables.Counts.FunctionCount;
  Modules.push_back(New);
  Used = sizeof(Record) + Padded;
  return {};
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

MaybeError ProfileReader::readStacks() {
  // Pieces are as large as their numbers say, so the whole is bounded by the file.
  for (size_t I = 0; I < Chunks.size(); ++I) {
    const Chunk Each = Chunks[I];
    if (Each.Kind != ALLOCSITE_CHUNK_STACKS)
      continue;
    for (uint64_t At = ChunkHeader; At + sizeof(AllocSiteStacks) <= Each.Size;) {
      AllocSiteStacks Head;
      if (!readHead(Each.At + At, Head))
        return damaged("stacks that cannot be read", Each.At + At);
      if (!Head.Piece) // a kill came first
        break;
      const uint64_t Number = Head.Piece - 1;
      if (Number >= StackNodes::PieceCount ||
          Head.Count != StackNodes::sizeOf(unsigned(Number)))
        return damaged("number of a piece of stacks", Each.At + At);
      const uint64_t Bytes = sizeof(Head) + Head.Count * sizeof(AllocSiteStackNode);
      if (Bytes > Each.Size - At)
        return damaged("size of a piece of stacks", Each.At + At);
      std::vector<AllocSiteStackNode> &Nodes = StackPieces[Number];
      Nodes.resize(Head.Count);
      if (!Store->read(Each.At + At + sizeof(Head), Nodes.data(), Bytes - sizeof(Head)))
        return damaged("stacks that cannot be read", Each.At + At);
      Stacks.setPiece(unsigned(Number), Nodes.data());
      At += (Bytes + 63) & ~uint64_t(63);
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// Subtracts the smaller of the two from both.
static void forget(uint64_t &Of, uint64_t &Past) {
  const uint64_t Part = std::min(Of, Past);
  Of -= Part;
  Past -= Part;
}

MaybeError ProfileReader::addEntry(CsvTable &Table, AllocSiteEntry Entry) {
  const AllocSiteKey &Key = Entry.Key;
  if (auto Past = BeforeReset.Calls.find({Key.Context, Key.Site, Key.Size});
      Past != BeforeReset.Calls.end()) {
    forget(Entry.Calls, Past->second);
    if (!Entry.Calls)
      return {};
  }
  if (!Table.add(Key, tallyOf(Entry)))
    return NoMemory;
  return {};
}

MaybeError ProfileReader::addOthers(CsvTable &Table, const AllocSiteOther *Others) {
  for (unsigned I = 0; I < ALLOCSITE_OTHERS; ++I) {
    AllocSiteOther Each = Others[I];
    if (auto Past = BeforeReset.Others.find(Each.Site); Past != BeforeReset.Others.end()) {
      forget(Each.Calls, Past->second[0]);
      forget(Each.Bytes, Past->second[1]);
    }
    if (!Table.addOther(Each))
      return NoMemory;
  }
  return {};
}

Expected<std::vector<ProfileReader::MarkWords>> ProfileReader::marks() {
  std::vector<MarkWords> Read;
  uint64_t Bytes = 0;
  for (const Chunk &From : Chunks) {
    if (From.Kind != ALLOCSITE_CHUNK_MARKS)
      continue;
    const uint64_t End = From.At + From.Used;
    for (uint64_t At = From.At + ChunkHeader; End - At >= sizeof(AllocSiteProfileMark);) {
      AllocSiteProfileMark Head;
      if (!readHead(At, Head))
        return damaged("a mark that cannot be read", At);
      if (!Head.Number)
        break;
      if (Head.NameBytes > MostMarkNameBytes || !isWithin(Head, End - At))
        return damaged("size of a mark", At);
      const uint64_t Size = markBytes(Head);
      Bytes += Size;
      if (Bytes / 16 > Store->size())
        return damaged("size of the marks", At);
      MarkWords &Words = Read.emplace_back(Size / sizeof(uint64_t));
      if (!Store->read(At, Words.data(), Size))
        return damaged("a mark that cannot be read", At);
      At += std::min((Size + ChunkHeader - 1) / ChunkHeader * ChunkHeader, End - At);
    }
  }
  // Two chunks may have been filled at the same time.
  std::sort(Read.begin(), Read.end(), [](const MarkWords &A, const MarkWords &B) {
    return mark(A).Number < mark(B).Number;
  });
  return Read;
}

MaybeError ProfileReader::readResets() {
  auto Marks = marks();
  if (!Marks)
    return Marks.error();
  auto Last = std::find_if(Marks->rbegin(), Marks->rend(), [](const MarkWords &Each) {
    return mark(Each).Flags & ALLOCSITE_MARK_RESET;
  });
  for (; Last != Marks->rend(); ++Last) {
    const AllocSiteProfileMark &Of = mark(*Last);
    for (uint64_t I = 0; I < Of.EntryCount; ++I) {
      const AllocSiteEntry &Each = markEntries(Of)[I];
      BeforeReset.Calls[{Each.Key.Context, Each.Key.Site, Each.Key.Size}] += Each.Calls;
    }
    for (uint64_t I = 0; I < Of.OtherCount; ++I) {
      const AllocSiteOther &Each = markOthers(Of)[I];
      BeforeReset.Others[Each.Site][0] += Each.Calls;
      BeforeReset.Others[Each.Site][1] += Each.Bytes;
    }
  }
  return {};
}

MaybeError ProfileReader::loadNames(Expander &Names) {
  auto Modules = modules();
  if (!Modules)
    return Modules.error();
  if (auto Failure = readStacks())
    return Failure;
  if (!Names.load((*Modules)->data(), uint32_t((*Modules)->size()), Stacks))
    return NoMemory;
  HasNames = true;
  return {};
}

MaybeError ProfileReader::addTo(CsvTable &Table, Expander &Names) {
  if (auto Failure = readResets())
    return Failure;
  if (!Live && !HasNames)
    if (auto Failure = loadNames(Names))
      return Failure;
  std::vector<ThreadTable> Kept;
  auto Use = [&](ThreadTable &Read) -> MaybeError {
    if (!Live)
      return addTable(Table, Read);
    Kept.push_back(std::move(Read));
    return {};
  };
  // No iterators: a live file grows, and the list with it.
  for (size_t I = 0; I < Chunks.size(); ++I)
    if (Chunks[I].Kind == ALLOCSITE_CHUNK_TABLES)
      if (auto Failure = readTables(Chunks[I], Use))
        return Failure;
  if (modes() & ModeLive) {
    auto Read = readLive();
    if (!Read)
      return Read.error();
    Blocks = *Read;
  }
  if (Live) {
    findChunks();
    if (auto Failure = loadNames(Names))
      return Failure;
  }
  for (const ThreadTable &Each : Kept)
    if (auto Failure = addTable(Table, Each))
      return Failure;
  if (auto Failure = addOthers(Table, Header.Others))
    return Failure;
  return Blocks ? addLive(Table, *Blocks) : MaybeError();
}

MaybeError ProfileReader::addTable(CsvTable &Table, const ThreadTable &Read) {
  for (const AllocSiteEntry &Each : Read.Entries)
    if (auto Failure = addEntry(Table, Each))
      return Failure;
  return addOthers(Table, Read.Others);
}

/// Reads the tables of a chunk, one after the other; a SlotMask of 0 ends them.
MaybeError ProfileReader::readTables(const Chunk From,
                                     const std::function<MaybeError(ThreadTable &)> &Use) {
  uint64_t At = From.At + ChunkHeader, End = From.At + From.Used;
  ThreadTable Read;
  while (End - At >= sizeof(Read.Head)) {
    if (!Store->read(At, &Read.Head, sizeof(Read.Head)))
      return damaged("a table that cannot be read", At);
    if (!Read.Head.SlotMask)
      break;
    uint64_t Count = Read.Head.SlotMask / sizeof(AllocSiteSlot) + 1;
    if (Read.Head.SlotMask % sizeof(AllocSiteSlot) || (Count & (Count - 1)) ||
        Count >> ALLOCSITE_MOST_LOG2_SLOTS > 1)
      return damaged("number of slots", At);
    uint64_t Size = Read.size();
    if (Size > End - At)
      return damaged("size of a table", At);
    if (auto Failure = readTable(At, Read))
      return Failure;
    // The file ends within a move: use the value that was noted for its target.
    const AllocSiteProfileTable &Head = Read.Head;
    if (Head.Sequence & 1 && Head.MoveTo == ALLOCSITE_MOVE_TO_OTHER &&
        Head.MoveAt < ALLOCSITE_OTHERS) {
      Read.Others[Head.MoveAt].Calls = Head.MoveCount;
      Read.Others[Head.MoveAt].Bytes = Head.MoveBytes;
    }
    if (auto Failure = Use(Read))
      return Failure;
    At += std::min((Size + ChunkHeader - 1) / ChunkHeader * ChunkHeader, End - At);
  }
  return {};
}

/// Reads the table and its hash table as they were at one instant. If the process still
/// counts, accepts an approximation after eight retries.
MaybeError ProfileReader::readTable(uint64_t At, ThreadTable &Read) {
  const uint64_t SlotMask = Read.Head.SlotMask;
  for (int Try = 0;; ++Try) {
    if (!Store->read(At, &Read.Head, sizeof(Read.Head)) || Read.Head.SlotMask != SlotMask ||
        !Store->read(At + Read.othersAt(), Read.Others, sizeof(Read.Others)))
      return damaged("a table that cannot be read", At);
    Read.Entries.clear();
    auto Failure = readSlots(At, Read);
    if (!Failure)
      Failure = readCounters(Read);
    if (!Live || Try == 8)
      return Failure;
    uint64_t Now[2];
    static_assert(offsetof(AllocSiteProfileTable, CountersAt) ==
                  offsetof(AllocSiteProfileTable, Sequence) + 8);
    if (!Store->read(At + offsetof(AllocSiteProfileTable, Sequence), Now, sizeof(Now)))
      return damaged("a table that cannot be read", At);
    if (!Failure && Now[0] == Read.Head.Sequence && !(Now[0] & 1) &&
        Now[1] == Read.Head.CountersAt)
      return {};
  }
}

/// Calls Use(first, count) for every stretch of records that may hold a byte other than
/// zero, among \p Count records of \p Size bytes from \p At on. A stretch has at most
/// StretchBytes. Stops at the first error that Use returns.
template <typename Function>
MaybeError ProfileReader::forEachStretch(uint64_t At, uint64_t Count, size_t Size,
                                         Function Use) {
  for (uint64_t I = 0; I < Count;) {
    uint64_t From = At + I * Size;
    if (uint64_t Skip = (Store->nextData(From) - From) / Size) {
      I += std::min(Skip, Count - I);
      continue;
    }
    uint64_t Part = std::min<uint64_t>(Count - I, StretchBytes / Size);
    if (auto Failure = Use(I, Part))
      return Failure;
    I += Part;
  }
  return {};
}

MaybeError ProfileReader::readSlots(uint64_t At, ThreadTable &Read) {
  const AllocSiteProfileTable &Head = Read.Head;
  std::vector<AllocSiteSlot> Slots;
  std::vector<AllocSiteKey> Keys;
  uint64_t SlotsAt = At + sizeof(Head);
  uint64_t KeysAt = SlotsAt + Read.slotCount() * sizeof(AllocSiteSlot);
  return forEachStretch(SlotsAt, Read.slotCount(), sizeof(AllocSiteSlot),
                        [&](uint64_t First, uint64_t Part) -> MaybeError {
                          Slots.resize(Part);
                          Keys.resize(Part);
                          if (!Store->read(SlotsAt + First * sizeof(AllocSiteSlot),
                                           Slots.data(), Part * sizeof(AllocSiteSlot)) ||
                              !Store->read(KeysAt + First * sizeof(AllocSiteKey), Keys.data(),
                                           Part * sizeof(AllocSiteKey)))
                            return damaged("a table that cannot be read", At);
                          for (uint64_t I = 0; I < Part; ++I)
                            // Skip the slot whose entry is being moved.
                            if (Slots[I].Count &&
                                !(Head.Sequence & 1 && First + I == Head.MoveSlot))
                              Read.Entries.push_back({Keys[I], Slots[I].Count});
                          return {};
                        });
}

const ProfileReader::Chunk *ProfileReader::chunkOf(uint64_t At, uint64_t Size) {
  auto Find = [&]() -> const Chunk * {
    auto After =
        std::upper_bound(Chunks.begin(), Chunks.end(), At,
                         [](uint64_t Offset, const Chunk &Each) { return Offset < Each.At; });
    if (After == Chunks.begin())
      return nullptr;
    const Chunk &Each = *std::prev(After);
    uint64_t Into = At - Each.At;
    bool Inside = Each.Kind == ALLOCSITE_CHUNK_COUNTERS && Into >= ChunkHeader &&
                  Into <= Each.Size && Size <= Each.Size - Into;
    return Inside ? &Each : nullptr;
  };
  if (const Chunk *Found = Find())
    return Found;
  if (!Live)
    return nullptr;
  findChunks();
  return Find();
}

MaybeError ProfileReader::readCounters(ThreadTable &Read) {
  uint64_t At = Read.Head.CountersAt;
  if (!At)
    return {};
  AllocSiteProfileCounters Head;
  if (At % 8 || !chunkOf(At, sizeof(Head)) || !Store->read(At, &Head, sizeof(Head)) ||
      Head.Log2Capacity > MostLog2Capacity)
    return damaged("a hash table", At);
  uint64_t Count = uint64_t(1) << Head.Log2Capacity;
  if (!chunkOf(At, sizeof(Head) + Count * sizeof(AllocSiteEntry)))
    return damaged("the size of a hash table", At);

  bool Moving = Read.Head.Sequence & 1 && Read.Head.MoveTo == ALLOCSITE_MOVE_TO_COUNTER;
  At += sizeof(Head);
  std::vector<AllocSiteEntry> Block;
  return forEachStretch(At, Count, sizeof(AllocSiteEntry),
                        [&](uint64_t First, uint64_t Part) -> MaybeError {
                          Block.resize(Part);
                          // Each hash table belongs to one table, so the sum is bounded. In a
                          // live process a hash table may change owners while it is read.
                          CounterBytes += Part * sizeof(AllocSiteEntry);
                          if (CounterBytes / 16 > Store->size() ||
                              !Store->read(At + First * sizeof(AllocSiteEntry), Block.data(),
                                           Part * sizeof(AllocSiteEntry)))
                            return damaged("hash tables that overlap or cannot be read", At);
                          for (uint64_t I = 0; I < Part; ++I) {
                            AllocSiteEntry &Each = Block[I];
                            if (Moving && First + I == Read.Head.MoveAt)
                              Each.Calls = Read.Head.MoveCount;
                            if (Each.Calls)
                              Read.Entries.push_back(Each);
                          }
                          return {};
                        });
}
