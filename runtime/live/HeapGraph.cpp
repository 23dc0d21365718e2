//===- HeapGraph.cpp - Which blocks point at which ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapBlocks.h"
#include "Mappings.h"
#include "Reach.h"
#include "Records.h"
#include "profile/System.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace allocsite {

static constexpr size_t PageBytes = 4096; // the smallest there are

/// How many of the bytes, from the first on; -1 sets errno.
static ssize_t readOwn(uintptr_t From, void *To, size_t Size) {
  struct iovec Local = {To, Size};
  struct iovec Remote = {reinterpret_cast<void *>(From), Size};
  return syscall(SYS_process_vm_readv, syscall(SYS_getpid), &Local, 1UL, &Remote, 1UL, 0UL);
}

/// Reads by the system call process_vm_readv on the process itself: another thread may unmap
/// what is read, and an error is no fault.
class OwnMemory {
public:
  /// 0, or the errno value for which this process may not read so.
  static int permitted() {
    KeepErrno Keep;
    uint64_t Word = 1, Read = 0;
    return readOwn(reinterpret_cast<uintptr_t>(&Word), &Read, sizeof(Word)) < 0 ? errno : 0;
  }

  OwnMemory() : Buffer(static_cast<char *>(mapPages(MostBytes))) {}
  OwnMemory(const OwnMemory &) = delete;
  ~OwnMemory() { unmapPages(Buffer, MostBytes); }

  static constexpr size_t MostBytes = size_t(1) << 18;

  /// Null if memory is short. Else the `Size` bytes at `From`, at most MostBytes, until
  /// the next call; zeros where nothing is mapped. Reads up to `End` at once: give the end of
  /// what is asked for next.
  const char *at(uintptr_t From, size_t Size, uintptr_t End);

  /// Bytes that were asked for and could not be read.
  uint64_t unreadable() const { return Unreadable; }

private:
  char *Buffer;
  uintptr_t Begin = 0;
  size_t Filled = 0;
  uint64_t Unreadable = 0;
};

const char *OwnMemory::at(uintptr_t From, size_t Size, uintptr_t End) {
  if (From >= Begin && From - Begin <= Filled && Filled - (From - Begin) >= Size)
    return Buffer + (From - Begin);
  if (!Buffer)
    return nullptr;
  KeepErrno Keep;
  size_t Wanted = End - From < MostBytes ? End - From : MostBytes;
  if (Wanted < Size)
    Wanted = Size;
  Begin = From;
  for (Filled = 0; Filled < Wanted;) {
    const ssize_t Got = readOwn(From + Filled, Buffer + Filled, Wanted - Filled);
    if (Got > 0) {
      Filled += static_cast<size_t>(Got);
      continue;
    }
    // Nothing there: on with the next page.
    size_t Skipped = PageBytes - (From + Filled) % PageBytes;
    if (Skipped > Wanted - Filled)
      Skipped = Wanted - Filled;
    memset(Buffer + Filled, 0, Skipped);
    Filled += Skipped;
    Unreadable += Skipped;
  }
  return Buffer;
}

/// With what its allocator has put before it.
static uintptr_t extentOf(const HeapObject &Of) {
  return Of.Bytes + liveRecords().header(Of.Record);
}

/// A block of no bytes has an address all the same.
static uintptr_t endOf(const HeapObject &Of) {
  return Of.Address + (extentOf(Of) ? extentOf(Of) : 1);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

bool HeapGraph::takeObjects(uint64_t Most) {
  return forEachBlock([&](uintptr_t Address, Shadow::Entry Its) {
    const uint32_t Record = Its & Records::NumberMask;
    const uint64_t Bytes = liveRecords().key(Record).Size;
    ++LiveObjects;
    LiveBytes += Bytes;
    return Objects.size() >= Most || Objects.push({Address, Bytes, Record, 0});
  });
}

/// Objects ascend, so chunks and pages do.
bool HeapGraph::indexObjects() {
  if (!Objects.size())
    return true;
  ChunkOf = static_cast<uint32_t *>(mapPages(Chunks * sizeof(uint32_t)));
  if (!ChunkOf)
    return false;
  Lowest = Objects[0].Address;
  for (size_t I = 0; I < Objects.size(); ++I) {
    const uintptr_t End = endOf(Objects[I]);
    if (End - Lowest > Extent)
      Extent = End - Lowest;
    for (uintptr_t Chunk = Objects[I].Address >> Log2Chunk;
         Chunk <= (End - 1) >> Log2Chunk && Chunk < Chunks; ++Chunk) {
      if (ChunkOf[Chunk])
        continue;
      if (!KnownChunks.push(Chunk))
        return false;
      ChunkOf[Chunk] = static_cast<uint32_t>(KnownChunks.size());
    }
  }
  // In a chunk one more, where the last page ends.
  if (!FirstOfPage.resize(KnownChunks.size() * (PagesOfChunk + 1)))
    return false;
  for (size_t C = 0, Next = 0; C < KnownChunks.size(); ++C)
    for (size_t Page = 0; Page <= PagesOfChunk; ++Page) {
      const uintptr_t Begin = (KnownChunks[C] << Log2Chunk) + (Page << Log2Page);
      while (Next < Objects.size() && Objects[Next].Address < Begin)
        ++Next;
      FirstOfPage[C * (PagesOfChunk + 1) + Page] = static_cast<uint32_t>(Next);
    }
  return true;
}

inline uint32_t HeapGraph::find(uintptr_t Word) const {
  Word = untagged(Word);
  if (__builtin_expect(Word - Lowest >= Extent, true))
    return None;
  const uint32_t Chunk = ChunkOf[Word >> Log2Chunk];
  if (!Chunk)
    return None;
  const uint32_t *Page =
      &FirstOfPage[(Chunk - 1) * (PagesOfChunk + 1) + (Word >> Log2Page) % PagesOfChunk];
  // The last that begins at the word or before it; it may begin on an earlier page.
  uint32_t Low = Page[0], High = Page[1];
  while (Low < High) {
    const uint32_t Middle = Low + (High - Low) / 2;
    if (Objects[Middle].Address <= Word)
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low && Word < endOf(Objects[Low - 1]) ? Low - 1 : None;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Of the whole words from Begin to End, those that point at an object.
bool HeapGraph::readWords(OwnMemory &From, uintptr_t Begin, uintptr_t End, uintptr_t ReadAhead,
                          PageArray<uint32_t> &To) {
  Begin = (Begin + sizeof(uintptr_t) - 1) & ~(sizeof(uintptr_t) - 1);
  End &= ~(sizeof(uintptr_t) - 1);
  while (Begin < End) {
    const size_t Size =
        End - Begin < OwnMemory::MostBytes ? End - Begin : OwnMemory::MostBytes;
    const char *Bytes = From.at(Begin, Size, ReadAhead < End ? End : ReadAhead);
    if (!Bytes)
      return false;
    for (size_t I = 0; I < Size; I += sizeof(uintptr_t)) {
      uintptr_t Word;
      memcpy(&Word, Bytes + I, sizeof(Word));
      const uint32_t Its = find(Word);
      if (__builtin_expect(Its != None, false) && !To.push(Its))
        return false;
    }
    Begin += Size;
  }
  // Their positions are of 32 bits.
  return To.size() < UINT32_MAX;
}

/// Blocks close to one another are read at once, with what lies between them.
bool HeapGraph::readObjects(OwnMemory &From) {
  constexpr uintptr_t MostBetween = 4096;
  if (!FirstEdge.resize(Objects.size() + 1))
    return false;
  size_t Next = 0;
  uintptr_t ReadAhead = 0;
  for (size_t I = 0; I < Objects.size(); ++I) {
    const uintptr_t Begin = Objects[I].Address, End = endOf(Objects[I]);
    if (End > ReadAhead) {
      ReadAhead = End;
      for (Next = I + 1;
           Next < Objects.size() && Objects[Next].Address < ReadAhead + MostBetween &&
           endOf(Objects[Next]) - Begin <= OwnMemory::MostBytes;
           ++Next)
        if (endOf(Objects[Next]) > ReadAhead)
          ReadAhead = endOf(Objects[Next]);
    }
    if (!readWords(From, Begin, Begin + extentOf(Objects[I]), ReadAhead, Edges))
      return false;
    FirstEdge[I + 1] = static_cast<uint32_t>(Edges.size());
  }
  return true;
}

/// Of an object file that is mapped at Image, the segments that can be written to.
bool HeapGraph::readSegments(OwnMemory &From, uintptr_t Image) {
  constexpr size_t MostHeaders = 64;
  ElfW(Ehdr) Head;
  const char *Bytes = From.at(Image, sizeof(Head), Image);
  if (!Bytes)
    return false;
  memcpy(&Head, Bytes, sizeof(Head));
  if (memcmp(Head.e_ident, ELFMAG, SELFMAG) != 0 || Head.e_ident[EI_CLASS] != ELFCLASS64 ||
      Head.e_phentsize != sizeof(ElfW(Phdr)) || !Head.e_phnum || Head.e_phnum > MostHeaders ||
      Head.e_phoff > 4096)
    return true;
  static ElfW(Phdr) Headers[MostHeaders]; // under the lock, and off small stacks
  Bytes = From.at(Image + Head.e_phoff, Head.e_phnum * sizeof(ElfW(Phdr)), Image);
  if (!Bytes)
    return false;
  memcpy(Headers, Bytes, Head.e_phnum * sizeof(ElfW(Phdr)));
  uintptr_t Base = 0;
  bool HasBase = false;
  for (unsigned I = 0; I < Head.e_phnum; ++I) {
    const ElfW(Phdr) &Each = Headers[I];
    if (Each.p_type != PT_LOAD)
      continue;
    if (!HasBase)
      Base = Image - (Each.p_vaddr - Each.p_offset);
    HasBase = true;
    const uintptr_t Begin = Base + Each.p_vaddr;
    if (Each.p_flags & PF_W &&
        !readWords(From, Begin, Begin + Each.p_memsz, Begin + Each.p_memsz, Roots))
      return false;
  }
  return true;
}

bool HeapGraph::readRoots(OwnMemory &From) {
  bool IsWhole = true;
  Mappings().forEach([&](const Mapping &Each) {
    if (!Each.Offset && !Each.Path.empty())
      IsWhole = readSegments(From, Each.Begin);
    return IsWhole;
  });
  return IsWhole;
}

int HeapGraph::scan(uint64_t Most) {
  if (int Failed = OwnMemory::permitted())
    return Failed;
  if (Most > UINT32_MAX / 2)
    Most = UINT32_MAX / 2;
  bool IsWhole = takeObjects(Most) && indexObjects();
  if (IsWhole) {
    OwnMemory From;
    IsWhole = readObjects(From);
    Unreadable = From.unreadable();
    IsWhole = IsWhole && readRoots(From);
  }
  unmapPages(ChunkOf, Chunks * sizeof(uint32_t));
  ChunkOf = nullptr;
  return IsWhole ? 0 : ENOMEM;
}

} // namespace allocsite
