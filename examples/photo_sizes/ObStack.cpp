//===- ObStack.cpp - The seldom taken paths of the arena ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kept out of the header so that alloc() stays small enough to be inlined.
//
//===----------------------------------------------------------------------===//
#include "ObStack.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

static constexpr size_t ChunkBytes = size_t(1) << 20;

static char *mallocOrThrow(size_t Size) {
  if (void *Memory = std::malloc(Size))
    return static_cast<char *>(Memory);
  throw std::bad_alloc();
}

ObStack::~ObStack() {
  for (const Chunk &C : Chunks)
    std::free(C.Begin);
  for (void *Memory : Pinned)
    std::free(Memory);
}

void *ObStack::calloc(size_t Size) {
  return std::memset(alloc(Size), 0, Size);
}

void *ObStack::allocate(size_t Size, size_t Align) {
  count(Size);
  size_t Room = (Size + Align + 7) & ~size_t(7);
  if (Room > size_t(End - Cursor))
    nextChunk(Room);
  uintptr_t Start = (reinterpret_cast<uintptr_t>(Cursor) + Align - 1) & -Align;
  // The cursor stays a multiple of 8: that is what alloc() relies on.
  Cursor = reinterpret_cast<char *>((Start + Size + 7) & ~uintptr_t(7));
  return reinterpret_cast<void *>(Start);
}

void *ObStack::allocPinned(size_t Size) {
  count(Size);
  Pinned.push_back(mallocOrThrow(Size));
  return Pinned.back();
}

void ObStack::reset() {
  Cursor = End = nullptr;
  NextChunk = 0;
}

void ObStack::nextChunk(size_t Size) {
  // A chunk that is too small for this request is left empty until reset().
  while (NextChunk < Chunks.size() && Chunks[NextChunk].Size < Size)
    ++NextChunk;
  if (NextChunk == Chunks.size()) {
    size_t Bytes = std::max(Size, ChunkBytes);
    Chunks.push_back({mallocOrThrow(Bytes), Bytes});
  }
  Cursor = Chunks[NextChunk].Begin;
  End = Cursor + Chunks[NextChunk].Size;
  ++NextChunk;
}
