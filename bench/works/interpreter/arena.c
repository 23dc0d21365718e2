//===- arena.c - Memory that goes all at once -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Chunk {
  Chunk *Next;
  size_t Size;
  _Alignas(16) char Memory[];
};

enum { ChunkBytes = 256 * 1024 };

void *arenaRefill(Arena *A, size_t Size) {
  size_t Room = Size > ChunkBytes ? Size : ChunkBytes;
  Chunk *New = malloc(sizeof(Chunk) + Room);
  if (!New) {
    fputs("interpreter: error: out of memory\n", stderr);
    exit(1);
  }
  New->Next = A->Chunks;
  New->Size = Room;
  A->Chunks = New;
  A->Bytes += Room;
  A->Cursor = New->Memory + Size;
  A->End = New->Memory + Room;
  return New->Memory;
}

void *arenaGrow(Arena *A, void *Old, size_t OldSize, size_t NewSize) {
  size_t OldRounded = (OldSize + 15) & ~(size_t)15;
  size_t NewRounded = (NewSize + 15) & ~(size_t)15;
  if (Old && (char *)Old + OldRounded == A->Cursor &&
      NewRounded - OldRounded <= (size_t)(A->End - A->Cursor)) {
    A->Cursor += NewRounded - OldRounded;
    return Old;
  }
  void *New = arenaAlloc(A, NewSize);
  if (OldSize)
    memcpy(New, Old, OldSize);
  return New;
}

static void freeChunks(Chunk *C) {
  while (C) {
    Chunk *Next = C->Next;
    free(C);
    C = Next;
  }
}

void arenaReset(Arena *A) {
  if (!A->Chunks)
    return;
  freeChunks(A->Chunks->Next);
  A->Chunks->Next = NULL;
  A->Cursor = A->Chunks->Memory;
  A->End = A->Cursor + A->Chunks->Size;
  A->Bytes = A->Chunks->Size;
}

void arenaDestroy(Arena *A) {
  freeChunks(A->Chunks);
  memset(A, 0, sizeof *A);
}
