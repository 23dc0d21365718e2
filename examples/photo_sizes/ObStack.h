//===- ObStack.h - An arena that is emptied all at once ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is cut from large chunks by moving a cursor. Nothing is freed one by
// one: reset() takes back all of it, and the chunks serve the next round.
//
//     chunk   | photo | text | text | tree node |          free          |
//                                               ^ Cursor                 ^ End
//
// To malloc all this is a handful of chunks, so a profiler of malloc cannot say
// what is in them. The arena's own counters can say how much, not where from.
//
//===----------------------------------------------------------------------===//
#ifndef PHOTO_SIZES_OBSTACK_H
#define PHOTO_SIZES_OBSTACK_H

#include <cstddef>
#include <cstdint>
#include <vector>

/// Not thread safe: one thread, one ObStack.
class ObStack {
public:
  ObStack() = default;
  ~ObStack();
  ObStack(const ObStack &) = delete;
  ObStack &operator=(const ObStack &) = delete;

  /// \p Size bytes, aligned to 8, until reset().
  void *alloc(size_t Size) {
    count(Size);
    size_t Rounded = (Size + 7) & ~size_t(7);
    if (Rounded > size_t(End - Cursor))
      nextChunk(Rounded);
    char *Result = Cursor;
    Cursor += Rounded;
    return Result;
  }

  /// As alloc, and zeroed.
  void *calloc(size_t Size);

  /// As alloc, aligned to \p Align, a power of two.
  void *allocate(size_t Size, size_t Align);

  /// Memory that outlives reset() and goes with the ObStack itself.
  void *allocPinned(size_t Size);

  /// Takes back all but what is pinned.
  void reset();

  uint64_t calls() const { return Calls; }
  uint64_t bytes() const { return Bytes; } ///< as asked for, before rounding

private:
  struct Chunk {
    char *Begin;
    size_t Size;
  };

  void count(size_t Size) {
    ++Calls;
    Bytes += Size;
  }

  /// Points Cursor at a chunk with room for \p Size bytes.
  void nextChunk(size_t Size);

  char *Cursor = nullptr;
  char *End = nullptr;
  std::vector<Chunk> Chunks;
  size_t NextChunk = 0; ///< the first chunk not used since reset()
  std::vector<void *> Pinned;
  uint64_t Calls = 0;
  uint64_t Bytes = 0;
};

#endif
