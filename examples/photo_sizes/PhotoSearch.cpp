//===- PhotoSearch.cpp - Finds photos by a word, and wastes memory --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function here has a fault, for docs/live.md to find: nothing else in photo_sizes wastes
// memory.
//
//===----------------------------------------------------------------------===//
#include "Photo.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

/// Grows by moving, as nobody says how many hits there will be.
static std::vector<const Photo *> findPhotos(const Photo *First, const char *Word) {
  std::vector<const Photo *> Hits;
  for (const Photo *P = First; P; P = P->Next)
    if (P->Title.view().find(Word) != std::string_view::npos)
      Hits.push_back(P);
  return Hits;
}

static char *lineOf(const Photo *P) {
  const size_t Size = P->Title.Size + 40;
  char *Line = static_cast<char *>(std::malloc(Size));
  if (Line)
    std::snprintf(Line, Size, "%llu: %s, %ux%u", static_cast<unsigned long long>(P->Id),
                  P->Title.Data, P->Width, P->Height);
  return Line;
}

/// Makes a line of each, mostly for a moment, and forgets to free the one that was the
/// longest before.
static char *longestLine(const std::vector<const Photo *> &Of) {
  char *Longest = nullptr;
  for (const Photo *P : Of) {
    char *Line = lineOf(P);
    if (!Longest || (Line && std::strlen(Line) > std::strlen(Longest)))
      Longest = Line;
    else
      std::free(Line);
  }
  return Longest;
}

void searchPhotos(std::string_view Input, const char *Word) {
  // Nobody resets it.
  static ObStack &Records = *new ObStack;
  char *Line = longestLine(findPhotos(parsePhotos(Records, Input), Word));
  std::printf("%s\n", Line ? Line : "no hit");
  std::free(Line);
}
