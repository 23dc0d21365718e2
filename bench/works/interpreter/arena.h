//===- arena.h - Memory that goes all at once ---------------------*- C -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter has two arenas: one for the syntax tree of a program, which is
// emptied when the code is made, and one for the values of a run.
//
//===----------------------------------------------------------------------===//
#ifndef INTERPRETER_ARENA_H
#define INTERPRETER_ARENA_H

#include <stddef.h>

typedef struct Chunk Chunk;

typedef struct Arena {
  char *Cursor, *End;
  Chunk *Chunks;
  size_t Bytes; ///< in all chunks
} Arena;

/// The seldom path of arenaAlloc: a new chunk, and memory from it.
void *arenaRefill(Arena *A, size_t Size);

/// Size bytes, aligned to 16. Ends the program where there is no memory.
__attribute__((malloc, alloc_size(2), returns_nonnull)) static inline void *
arenaAlloc(Arena *A, size_t Size) {
  size_t Rounded = (Size + 15) & ~(size_t)15;
  if (Rounded > (size_t)(A->End - A->Cursor))
    return arenaRefill(A, Rounded);
  void *Result = A->Cursor;
  A->Cursor += Rounded;
  return Result;
}

/// NewSize bytes that begin with the OldSize bytes of Old, in place where Old was
/// the last to be allocated.
void *arenaGrow(Arena *A, void *Old, size_t OldSize, size_t NewSize);

/// Takes back all memory but the newest chunk.
void arenaReset(Arena *A);

void arenaDestroy(Arena *A);

#endif
