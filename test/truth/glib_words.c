//===- glib_words.c - Words in GLib's memory ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQUIRES: glib, valgrind
//
// RUN: %clang -DTRUTH -O0 %s -o %t.truth `pkg-config --cflags --libs glib-2.0` \
// RUN:   -Wl,--wrap=g_malloc,--wrap=g_malloc0,--wrap=g_malloc_n,--wrap=g_realloc,--wrap=g_strdup,--wrap=g_strndup,--wrap=g_slice_alloc,--wrap=g_memdup2,--wrap=g_string_chunk_insert
// RUN: %t.truth 2> %t.stats
// RUN: %clang -O0 -gdwarf-4 %s -o %t.plain `pkg-config --cflags --libs glib-2.0`
// RUN: valgrind -q --tool=callgrind --separate-callers=16 --separate-recs=1 \
// RUN:   --demangle=no --callgrind-out-file=%t.callgrind %t.plain
//
// RUN: %cc -O0 %s -o %t.O0 `pkg-config --cflags --libs glib-2.0`
// RUN: %profile %t.O0
// RUN: %python %S/truth.py %t.csv %t.callgrind --allocator g_malloc g_malloc0 g_malloc_n g_realloc g_strdup g_strndup g_slice_alloc g_memdup2 g_string_chunk_insert
// RUN: %python %S/totals.py %t.csv %t.stats --allocator g_malloc g_malloc0 g_malloc_n g_realloc g_strdup g_strndup g_slice_alloc g_memdup2 g_string_chunk_insert
// g_new chooses its function, and g_slice_new0 as well, by what is optimised.
// RUN: %cc -O2 %s -o %t.O2 `pkg-config --cflags --libs glib-2.0`
// RUN: %profile %t.O2
// RUN: %python %S/totals.py %t.csv %t.stats --allocator g_malloc g_malloc0 g_malloc_n g_realloc g_strdup g_strndup g_slice_alloc g_memdup2 g_string_chunk_insert

#include "Inputs/wrapped.h"
#include <glib.h>
#include <stdio.h>
#include <string.h>

#undef g_strdup // a macro that looks at constants in later versions

WRAPPED(gpointer, g_malloc, (gsize N), (N), N)
WRAPPED(gpointer, g_malloc0, (gsize N), (N), N)
WRAPPED(gpointer, g_malloc_n, (gsize N, gsize Size), (N, Size), N *Size)
WRAPPED(gpointer, g_realloc, (gpointer Old, gsize N), (Old, N), N)
WRAPPED(gchar *, g_strdup, (const gchar *S), (S), S ? strlen(S) + 1 : 0)
WRAPPED(gchar *, g_strndup, (const gchar *S, gsize N), (S, N), N + 1)
WRAPPED(gpointer, g_slice_alloc, (gsize N), (N), N)
WRAPPED(gpointer, g_memdup2, (gconstpointer M, gsize N), (M, N), N)
WRAPPED(gchar *, g_string_chunk_insert, (GStringChunk * C, const gchar *S),
        (C, S), strlen(S) + 1)

typedef struct {
  gchar *Text, *Head;
  const gchar *Shared;
  guint32 *Counts;
  gpointer Copy;
} Word;

static Word *makeWord(GStringChunk *Chunk, int Number) {
  gchar Text[32];
  snprintf(Text, sizeof Text, "word-%d", Number * 37);
  Word *W = Number % 2 ? g_malloc0(sizeof(Word)) : g_slice_new(Word);
  W->Text = g_strdup(Number % 5 ? Text : NULL);
  W->Head = g_strndup(Text, Number % 4);
  W->Shared = g_string_chunk_insert(Chunk, Text);
  W->Counts = g_new(guint32, Number % 3 + 1);
  W->Counts = g_realloc(W->Counts, (Number % 6 + 1) * sizeof *W->Counts);
  W->Copy = g_memdup2(Text, Number % 8 + 1);
  return W;
}

int main(void) {
  GStringChunk *Chunk = g_string_chunk_new(1024);
  gsize Sum = 0;
  Word **All = g_malloc(1000 * sizeof *All);
  for (int I = 0; I < 1000; ++I) {
    All[I] = makeWord(Chunk, I);
    Sum += strlen(All[I]->Shared);
  }
  printf("%lu\n", (unsigned long)Sum);
  g_string_chunk_free(Chunk);
  g_free(All);
}
