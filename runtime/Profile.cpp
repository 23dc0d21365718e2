//===- Profile.cpp - The chunks that everything counted lives in ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Profile.h"
#include "Platform.h"

namespace allocsite {

namespace {

struct alignas(64) Chunk {
  uint32_t Kind;
  uint32_t Reserved;
  uint64_t Size; // bytes, this header included
  uint64_t Used; // bytes, this header included
  Chunk *Next;
};

// Less than a huge page, so that the kernel does not round up what the program
// is seen to use.
constexpr size_t ChunkBytes = size_t(1) << 20;

Chunk *First;
Chunk *Open[ChunkKinds]; // where the next piece of a kind comes from

} // namespace

static Chunk *addChunk(ChunkKind Kind, size_t Bytes) {
  Chunk *New = static_cast<Chunk *>(mapSharedPages(Bytes));
  if (!New)
    return nullptr;
  New->Kind = static_cast<uint32_t>(Kind);
  New->Size = Bytes;
  New->Used = sizeof(Chunk);
  New->Next = First;
  First = New;
  return New;
}

void *allocate(ChunkKind Kind, size_t Bytes) {
  if (Bytes > SIZE_MAX / 2)
    return nullptr;
  Bytes = (Bytes + 63) & ~size_t(63);
  Chunk *&Current = Open[static_cast<unsigned>(Kind)];
  Chunk *From = Current;
  if (!From || From->Size - From->Used < Bytes) {
    // What is large has a chunk of its own and leaves the open one open.
    if (Bytes > ChunkBytes / 4) {
      From = addChunk(Kind, (sizeof(Chunk) + Bytes + 4095) & ~size_t(4095));
    } else {
      From = addChunk(Kind, ChunkBytes);
      if (From)
        Current = From;
    }
    if (!From)
      return nullptr;
  }
  void *Piece = reinterpret_cast<char *>(From) + From->Used;
  From->Used += Bytes;
  return Piece;
}

void abandonChunks() {
  First = nullptr;
  for (Chunk *&Each : Open)
    Each = nullptr;
}

} // namespace allocsite
