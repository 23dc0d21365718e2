//===- Profile.cpp - The chunks that everything counted lives in ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Profile.h"
#include "LoadedModules.h"
#include "Message.h"
#include "Platform.h"
#include "ProfileFile.h"
#include "RunFacts.h"
#include "State.h"
#include "arch/Machine.h"
#include "profile/Files.h"

#include <limits.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace allocsite {

/// What asks for memory, and does not get it from each place.
enum class Need {
  Counts,
  Stacks, ///< are no reason to say that counters have none
  Speed   ///< nor that they are not in the file
};

namespace {
/// A chunk as this process sees it. Memory begins with an AllocSiteProfileChunk.
struct Chunk {
  char *Memory;
  uint64_t At; // in the file, or 0
  size_t Size;
  size_t Used;
};
} // namespace

// An eighth of the total each: enough for 2^60 bytes.
constexpr unsigned MostChunks = 512;
// The first tables of eighteen threads; hash tables of up to 2^11 entries.
constexpr size_t LeastTables = size_t(1) << 16;
constexpr size_t LeastCounters = size_t(1) << 18;
// Beside the first tables: hash tables of up to 2^10 entries.
constexpr size_t FirstCounters = size_t(1) << 17;
constexpr size_t LeastOwn = size_t(1) << 20;
static_assert((LeastTables | LeastCounters | FirstCounters) % MostPageBytes == 0,
              "chunks are mapped where the one before ends");
// Where the profiler is off, memory= was not read.
constexpr size_t MostStackBytesOwn = size_t(256) << 20;

// All under RuntimeLock, but for what says otherwise.
static Chunk Chunks[MostChunks];
static unsigned ChunkCount;
static Chunk *Open[ChunkKinds]; // where the next piece of a kind comes from
static size_t Counted;          // bytes of tables and counters
static size_t SpareCounted;     // of them, by allocateSpare
static size_t StackBytes;       // and by allocateForStacks
static bool LimitReached;
static bool SaidNoMemory;
static bool SaidNoStacks;

static AllocSiteProfileHeader *Header; // null: there is no file
static bool FileTried;
static bool FileFailed;
static int NoFile;        // why there never was one: an errno value
static uint32_t Recorded; // modules that the file has

// Chunks of the profiler's own, which no file holds and no child drops.
static Chunk OwnChunks[MostChunks];
static unsigned OwnCount;
static size_t OwnBytes;
static size_t StackBytesOwn;

// Once memory was refused, nobody asks again: a failing mmap on every miss would
// slow the program down. Relaxed: it is a hint, and the lock is taken anyway.
bool isOutOfMemory() { return __atomic_load_n(&SaidNoMemory, __ATOMIC_RELAXED); }

void sayOutOfMemory() {
  if (isOutOfMemory())
    return;
  __atomic_store_n(&SaidNoMemory, true, __ATOMIC_RELAXED);
  if (LimitReached)
    Message(Importance::Normal)
        .add("allocsite: warning: the counters fill memory=")
        .number(uint64_t(options().Memory))
        .add(" MiB; what is new from here on is counted in rows (other)");
  else
    Message(Importance::Error)
        .add("heap profiler: no memory for counters; what is new from here on"
             " is counted in rows (other)");
}

//===----------------------------------------------------------------------===//
// Which process is this?
//===----------------------------------------------------------------------===//

// A child of _Fork or a raw clone runs no handler of ours and shares the mapping
// with its parent. It finds zeros in this page (MADV_WIPEONFORK).
static uint32_t Always = 1;
static uint32_t *OwnMark = &Always;

static void markProcess() {
  if (OwnMark == &Always) {
    void *Page = mapSharedPages(MostPageBytes);
    if (!Page)
      return;
    if (madvise(Page, MostPageBytes, MADV_WIPEONFORK) != 0) { // before Linux 4.14
      unmapPages(Page, MostPageBytes);
      return;
    }
    uint32_t *Mark = static_cast<uint32_t *>(Page);
    __atomic_store_n(Mark, 1, __ATOMIC_RELAXED);
    // Release, with the acquire below: whoever reads the new address finds 1
    // there, as at the old one.
    __atomic_store_n(&OwnMark, Mark, __ATOMIC_RELEASE);
  } else {
    __atomic_store_n(OwnMark, 1, __ATOMIC_RELAXED);
  }
}

bool isOwnProcess() {
  return __atomic_load_n(__atomic_load_n(&OwnMark, __ATOMIC_ACQUIRE), __ATOMIC_RELAXED);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Says once that the file ends here.
static void giveUpFile(int Errno) {
  if (FileFailed)
    return;
  FileFailed = true;
  if (Header)
    __atomic_store_n(&Header->Incomplete, 1, __ATOMIC_RELAXED);
  // After the log was written, the file is gone on purpose.
  if (Errno == ECANCELED)
    return;
  Message Line(Importance::Normal);
  Line.add("allocsite: warning: ").add(profilePath()).add(": ");
  Line.error(Errno).add(": what is counted from here on is lost if the program is killed");
}

namespace {
/// Modules on their way to the file, in as few writes as the system allows. One at
/// a time: its arrays are not on the stack, which may be the 8 KiB of a handler.
class ModuleWriter {
  static constexpr int MostParts = IOV_MAX < 256 ? IOV_MAX : 256;
  static constexpr unsigned PartsOfModule = 3; // a record, bytes, padding
  static inline struct iovec Parts[MostParts];
  static constexpr unsigned MostModules = MostParts / PartsOfModule;
  static inline AllocSiteProfileModule Records[MostModules];
  int Count = 0;
  unsigned RecordCount = 0;
  int Descriptor;
  uint64_t At;

  void add(const void *Bytes, size_t Size) {
    static const char Zeros[8] = {};
    Parts[Count++] = {const_cast<void *>(Bytes), Size};
    if (size_t Rest = Size & 7)
      Parts[Count++] = {const_cast<char *>(Zeros), 8 - Rest};
  }

public:
  ModuleWriter(int Descriptor, uint64_t At) : Descriptor(Descriptor), At(At) {}

  /// Returns 0 or an errno value.
  int flush() {
    struct iovec *Next = Parts;
    while (Count) {
      // Not libc's: a race detector would read along.
      long Written =
          syscall(SYS_pwritev, Descriptor, Next, Count, static_cast<unsigned long>(At), 0ul);
      if (Written < 0 && errno == EINTR)
        continue;
      if (Written <= 0)
        return Written < 0 ? errno : ENOSPC;
      At += static_cast<uint64_t>(Written);
      size_t Left = static_cast<size_t>(Written);
      while (Count && Left >= Next->iov_len) {
        Left -= Next->iov_len;
        ++Next;
        --Count;
      }
      if (Count) {
        Next->iov_base = static_cast<char *>(Next->iov_base) + Left;
        Next->iov_len -= Left;
      }
    }
    RecordCount = 0;
    return 0;
  }

  int add(const LoadedModule &Module) {
    // A module may take fewer parts, so that its records run out first.
    if (RecordCount == MostModules || Count + static_cast<int>(PartsOfModule) > MostParts)
      if (int Failed = flush())
        return Failed;
    const AllocSiteModule &M = Module.Tables;
    AllocSiteProfileModule &Record = Records[RecordCount++];
    Record = {Module.SiteBase, Module.CallBase, M.SiteCount,
              M.CallCount,     M.ByteCount,     M.Flags};
    add(&Record, sizeof(Record));
    add(M.Bytes, M.ByteCount);
    return 0;
  }
};

static size_t paddedBytes(size_t Bytes, size_t To) { return (Bytes + To - 1) & ~(To - 1); }

/// Modules that are not in the file yet, and of which objects they are:
///
///     chunk of modules, a multiple of 64 bytes │ chunk of objects, or none │ MostPageBytes
class NewModules {
  const LoadedModule *All;
  const uint32_t Begin, End;

  /// From which on another object's modules follow.
  bool beginsObject(uint32_t I) const {
    return All[I].Object != (I ? All[I - 1].Object : nullptr);
  }
  /// The path, with the zero and the build id behind it if there is one.
  TextRef path(uint32_t I) const {
    if (!All[I].Object)
      return TextRef();
    const size_t Bytes = strlen(All[I].Object);
    return TextRef(All[I].Object, Bytes + (All[I].BuildIdBytes ? 1 : 0) + All[I].BuildIdBytes);
  }

  size_t objectBytes() const {
    size_t Sum = 0;
    for (uint32_t I = Begin; I < End; ++I)
      if (beginsObject(I))
        Sum += sizeof(AllocSiteProfileObject) + paddedBytes(path(I).Size, 8);
    return Sum;
  }

public:
  NewModules(const LoadedModule *All, uint32_t Begin, uint32_t End)
      : All(All), Begin(Begin), End(End) {}

  size_t bytes() const {
    const size_t Objects = objectBytes();
    return paddedBytes(moduleChunkBytes() +
                           (Objects ? ALLOCSITE_PROFILE_CHUNK_BYTES + Objects : 0),
                       MostPageBytes);
  }
  size_t moduleChunkBytes() const {
    size_t Sum = ALLOCSITE_PROFILE_CHUNK_BYTES;
    for (uint32_t I = Begin; I < End; ++I)
      Sum += sizeof(AllocSiteProfileModule) + paddedBytes(All[I].Tables.ByteCount, 8);
    return paddedBytes(Sum, objectBytes() ? 64 : MostPageBytes);
  }

  /// At: behind the header of the first chunk, which others write, last of all. Returns 0
  /// or an errno value.
  int write(int Descriptor, uint64_t At) const {
    if (objectBytes())
      if (int Failed = writeObjects(Descriptor,
                                    At - ALLOCSITE_PROFILE_CHUNK_BYTES + moduleChunkBytes()))
        return Failed;
    ModuleWriter Writer(Descriptor, At);
    for (uint32_t I = Begin; I < End; ++I)
      if (int Failed = Writer.add(All[I]))
        return Failed;
    return Writer.flush();
  }

private:
  static int writeBytes(int Descriptor, const void *Bytes, size_t Size, uint64_t At) {
    return writeFileAt(Descriptor, Bytes, Size, static_cast<off_t>(At)) ==
                   static_cast<ssize_t>(Size)
               ? 0
               : EIO;
  }
  int writeObjects(int Descriptor, uint64_t At) const {
    AllocSiteProfileChunk Chunk = {ALLOCSITE_CHUNK_OBJECTS, ALLOCSITE_CHUNK_LIVE,
                                   bytes() - moduleChunkBytes(),
                                   ALLOCSITE_PROFILE_CHUNK_BYTES + objectBytes()};
    int Failed = writeBytes(Descriptor, &Chunk, sizeof(Chunk), At);
    At += ALLOCSITE_PROFILE_CHUNK_BYTES;
    for (uint32_t I = Begin; I < End && !Failed; ++I) {
      if (!beginsObject(I))
        continue;
      const TextRef Path = path(I);
      AllocSiteProfileObject Record = {All[I].SiteBase, static_cast<uint32_t>(Path.Size),
                                       All[I].BuildIdBytes};
      Failed = writeBytes(Descriptor, &Record, sizeof(Record), At);
      if (!Failed && Path.Size)
        Failed = writeBytes(Descriptor, Path.Bytes, Path.Size, At + sizeof(Record));
      At += sizeof(Record) + paddedBytes(Path.Size, 8);
    }
    return Failed;
  }
};
} // namespace

static int writeModules(void *Of, int Descriptor, uint64_t At) {
  return static_cast<const NewModules *>(Of)->write(Descriptor, At);
}

void recordModules(const LoadedModule *Modules, uint32_t Count) {
  if (!Header || FileFailed || isProfileFileRemoved() || Recorded >= Count)
    return;
  NewModules New(Modules, Recorded, Count);
  if (int Failed = appendWritten(New.bytes(), New.moduleChunkBytes(), writeModules, &New)) {
    giveUpFile(Failed);
    return;
  }
  Recorded = Count;
}

static void makeFile() {
  if (FileTried)
    return;
  FileTried = true;
  markProcess();
  AllocSiteProfileHeader *Made = nullptr;
  NoFile = createProfileFile(Made);
  if (NoFile) // said by addChunk
    return;
  // Release: countOther takes no lock.
  __atomic_store_n(&Header, Made, __ATOMIC_RELEASE);
  uint32_t Count;
  const LoadedModule *Loaded = modules(Count);
  recordModules(Loaded, Count);
}

bool isProfileCut() { return Header && FileFailed; }

AllocSiteProfileControl *controlWords() {
  AllocSiteProfileHeader *File = __atomic_load_n(&Header, __ATOMIC_ACQUIRE);
  return File ? &File->Control : nullptr;
}

// A program that began as root may have become a user who cannot remove what root has
// made in /tmp.
void removeProfile() {
  int Failed = removeProfileFile();
  if (!Failed)
    return;
  __atomic_store_n(&Header->Magic, 0, __ATOMIC_RELEASE);
  Message Line(Importance::Error);
  Line.add("heap profiler: cannot remove ").add(profilePath());
  Line.add(", which recover will leave alone: ");
  Line.error(Failed);
}

void renewProfile() {
  if (!Header || FileFailed)
    return;
  resumeRun();
  if (!isProfileFileRemoved())
    return;
  static ProfilePart Parts[1 + MostChunks];
  unsigned Count = 0;
  Parts[Count++] = {Header, 0, ProfileStartBytes, ProfileStartBytes};
  for (unsigned I = 0; I < ChunkCount; ++I)
    if (Chunks[I].At)
      Parts[Count++] = {Chunks[I].Memory, Chunks[I].At, Chunks[I].Size, Chunks[I].Used};
  if (int Failed = remakeProfileFile(Parts, Count)) {
    giveUpFile(Failed);
    return;
  }
  Recorded = 0;
  uint32_t Loaded;
  const LoadedModule *First = modules(Loaded);
  recordModules(First, Loaded);
  __atomic_store_n(&Header->Magic, ALLOCSITE_PROFILE_MAGIC, __ATOMIC_RELEASE);
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

static bool isInFile(ChunkKind Kind) { return Kind != ChunkKind::Modules; }

static size_t roundedUp(size_t Bytes) { return (Bytes + 63) & ~size_t(63); }

static Chunk *addAnonymous(Chunk *To, unsigned &Count, size_t Bytes) {
  if (Count == MostChunks)
    return nullptr;
  void *Memory = mapSharedPages(Bytes);
  if (!Memory)
    return nullptr;
  To[Count] = {static_cast<char *>(Memory), 0, Bytes, ALLOCSITE_PROFILE_CHUNK_BYTES};
  return &To[Count++];
}

/// Of zeros in the file; there is room for it.
static Chunk *addMapped(ChunkKind Kind, char *Memory, uint64_t At, size_t Bytes) {
  auto *Head = reinterpret_cast<AllocSiteProfileChunk *>(Memory);
  Head->Kind = static_cast<uint32_t>(Kind);
  Head->Size = Bytes;
  Head->Used = ALLOCSITE_PROFILE_CHUNK_BYTES;
  // Release: the header is whole before it counts.
  __atomic_store_n(&Head->State, ALLOCSITE_CHUNK_LIVE, __ATOMIC_RELEASE);
  Chunks[ChunkCount] = {Memory, At, Bytes, ALLOCSITE_PROFILE_CHUNK_BYTES};
  Counted += Bytes;
  return &Chunks[ChunkCount++];
}

static size_t mostCounted() { return size_t(options().Memory) << 20; }

static Chunk *addChunk(ChunkKind Kind, size_t Bytes, Need For) {
  if (!isInFile(Kind)) {
    Chunk *New = addAnonymous(OwnChunks, OwnCount, Bytes);
    if (New)
      OwnBytes += Bytes;
    return New;
  }
  if (Counted + Bytes > mostCounted()) {
    LimitReached |= For == Need::Counts;
    return nullptr;
  }
  if (ChunkCount == MostChunks)
    return nullptr;
  int Failed = NoFile;
  if (Header && !FileFailed) {
    // Counters follow, mostly; and a program that has counted may lock itself in, so
    // that no file can be opened any more.
    Chunk *&Counters = Open[static_cast<unsigned>(ChunkKind::Counters)];
    size_t More = !ChunkCount && !Counters && Counted + Bytes + FirstCounters <= mostCounted()
                      ? FirstCounters
                      : 0;
    uint64_t At;
    void *Memory;
    Failed = appendMapped(Bytes + More, At, Memory);
    if (Failed && More) {
      More = 0;
      Failed = appendMapped(Bytes, At, Memory);
    }
    if (!Failed) {
      char *Mapped = static_cast<char *>(Memory);
      Chunk *New = addMapped(Kind, Mapped, At, Bytes);
      if (More)
        Counters = addMapped(ChunkKind::Counters, Mapped + Bytes, At + Bytes, More);
      return New;
    }
    if (For == Need::Speed)
      return nullptr;
  }
  Chunk *New = addAnonymous(Chunks, ChunkCount, Bytes);
  if (New) {
    Counted += Bytes;
    // Where anonymous memory cannot be had either, that is what is said.
    giveUpFile(Failed);
  }
  return New;
}

static size_t chunkBytes(ChunkKind Kind) {
  size_t Bytes = ((isInFile(Kind) ? Counted : OwnBytes) / 8) & ~(MostPageBytes - 1);
  size_t Least = LeastOwn;
  if (isInFile(Kind))
    Least = Kind == ChunkKind::Counters ? LeastCounters : LeastTables;
  return Bytes < Least ? Least : Bytes;
}

static Piece takePiece(ChunkKind Kind, size_t Bytes, Need For) {
  if (Bytes > SIZE_MAX / 2)
    return {nullptr, 0};
  if (isInFile(Kind))
    makeFile();
  Bytes = roundedUp(Bytes);
  Chunk *&Current = Open[static_cast<unsigned>(Kind)];
  Chunk *From = Current;
  if (!From || From->Size - From->Used < Bytes) {
    // What is large has a chunk of its own and leaves the open one open.
    size_t Whole = chunkBytes(Kind);
    if (Bytes > Whole / 2) {
      From = addChunk(Kind, paddedBytes(ALLOCSITE_PROFILE_CHUNK_BYTES + Bytes, MostPageBytes),
                      For);
    } else {
      From = addChunk(Kind, Whole, For);
      if (From)
        Current = From;
    }
    if (!From)
      return {nullptr, 0};
  }
  Piece Result = {From->Memory + From->Used, From->At ? From->At + From->Used : 0};
  From->Used += Bytes;
  // Zeros are a thread that counted nothing, so the order does not matter.
  if (From->At)
    __atomic_store_n(&reinterpret_cast<AllocSiteProfileChunk *>(From->Memory)->Used,
                     From->Used, __ATOMIC_RELAXED);
  return Result;
}

Piece allocate(ChunkKind Kind, size_t Bytes) { return takePiece(Kind, Bytes, Need::Counts); }

/// Of what may take so many bytes together, of which some are taken.
static Piece takeShare(ChunkKind Kind, size_t Bytes, Need For, size_t &Taken, size_t Most) {
  if (Taken + Bytes > Most)
    return {nullptr, 0};
  Piece Result = takePiece(Kind, Bytes, For);
  if (Result.Memory)
    Taken += Bytes;
  return Result;
}

Piece allocateSpare(ChunkKind Kind, size_t Bytes) {
  return takeShare(Kind, Bytes, Need::Speed, SpareCounted, mostCounted() / 4);
}

Piece allocateForStacks(ChunkKind Kind, size_t Bytes) {
  if (!isInFile(Kind))
    return takeShare(Kind, Bytes, Need::Stacks, StackBytesOwn, MostStackBytesOwn);
  Piece Result = takeShare(Kind, Bytes, Need::Stacks, StackBytes, mostCounted() / 2);
  if (!Result.Memory && !SaidNoStacks) {
    SaidNoStacks = true;
    Message Line(Importance::Normal);
    Line.add("allocsite: warning: stacks have no more room in memory=");
    Line.number(uint64_t(options().Memory));
    Line.add(" MiB; allocations with a new one are counted without callers");
  }
  return Result;
}

void abandonProfile() {
  auto abandon = [](void *Memory, size_t Bytes) {
    // By system call: see mapSharedPages.
    syscall(SYS_mmap, Memory, Bytes, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  };
  for (unsigned I = 0; I < ChunkCount; ++I)
    abandon(Chunks[I].Memory, Chunks[I].Size);
  if (Header)
    abandon(Header, ProfileStartBytes);
  Header = nullptr;
  ChunkCount = 0;
  Counted = SpareCounted = StackBytes = 0;
  __atomic_store_n(&SaidNoMemory, false, __ATOMIC_RELAXED);
  LimitReached = FileTried = FileFailed = SaidNoStacks = false;
  NoFile = 0;
  Recorded = 0;
  for (unsigned I = 0; I < ChunkKinds; ++I)
    if (isInFile(static_cast<ChunkKind>(I)))
      Open[I] = nullptr;
  forgetProfileFile();
  if (OwnMark != &Always)
    markProcess();
  AllocSiteOther *Others = sharedOthers(0);
  clearWords(Others, ALLOCSITE_OTHERS * sizeof(*Others));
}

//===----------------------------------------------------------------------===//
// Threads without a table
//===----------------------------------------------------------------------===//

static AllocSiteOther OthersInMemory[ALLOCSITE_OTHERS];

AllocSiteOther *sharedOthers(unsigned Which) {
  AllocSiteProfileHeader *File = __atomic_load_n(&Header, __ATOMIC_ACQUIRE);
  return Which == 0 ? OthersInMemory : File ? File->Others : nullptr;
}

unsigned findOther(const AllocSiteOther *Others, uint64_t Site) {
  for (unsigned I = 0; I < ALLOCSITE_OTHER_FAILED; ++I) {
    uint64_t Found = __atomic_load_n(&Others[I].Site, __ATOMIC_RELAXED);
    if (Found == Site || !Found)
      return I;
  }
  return Site & ALLOCSITE_SITE_FAILED ? ALLOCSITE_OTHER_FAILED : ALLOCSITE_OTHERS - 1;
}

uint64_t siteOfOther(unsigned I, uint64_t Site) {
  return I < ALLOCSITE_OTHER_FAILED ? Site : Site & ALLOCSITE_SITE_FAILED;
}

void countOther(uint64_t Site, uint64_t Size) {
  AllocSiteOther *Others = sharedOthers(1);
  if (!Others)
    Others = sharedOthers(0);
  unsigned I = findOther(Others, Site);
  // Relaxed: sums, of which each word is right by itself. But Calls, which are added last.
  while (I < ALLOCSITE_OTHER_FAILED) {
    uint64_t Owner = 0;
    if (__atomic_compare_exchange_n(&Others[I].Site, &Owner, Site, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED) ||
        Owner == Site)
      break;
    I = findOther(Others, Site);
  }
  if (I >= ALLOCSITE_OTHER_FAILED)
    __atomic_store_n(&Others[I].Site, siteOfOther(I, Site), __ATOMIC_RELAXED);
  uint64_t Bytes = __atomic_load_n(&Others[I].Bytes, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&Others[I].Bytes, &Bytes, addBytes(Bytes, Size, 1), true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  // Release: who sees the call sees whose it is.
  __atomic_fetch_add(&Others[I].Calls, 1, __ATOMIC_RELEASE);
}

} // namespace allocsite
