//===- main.cpp - photo_sizes: photos by size and owner, round after round ===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     photo_sizes [--stats] [--rounds N] [--records N] [--search WORD] [FILE]
//
// Each round reads the records anew, builds its trees and captions on the
// ObStack, prints one number made of them and empties the ObStack. FILE may be
// `-` for standard input; without it the program makes its own records. With --search it also
// prints a photo whose title has WORD in it, wastefully (PhotoSearch.cpp).
//
//===----------------------------------------------------------------------===//
#include "PhotoIndex.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {
struct Options {
  bool Stats = false;
  unsigned Rounds = 20;
  unsigned Records = 10000;
  const char *Word = nullptr;
  const char *File = nullptr;
};

/// Kept from round to round, so it is pinned.
struct Round {
  uint64_t Result;
  const Round *Previous;
};
} // namespace

static bool parseOptions(int Argc, char **Argv, Options &Opts) {
  for (int I = 1; I < Argc; ++I) {
    const char *Arg = Argv[I];
    bool HasNext = I + 1 < Argc;
    if (!std::strcmp(Arg, "--stats"))
      Opts.Stats = true;
    else if (!std::strcmp(Arg, "--rounds") && HasNext)
      Opts.Rounds = unsigned(std::strtoul(Argv[++I], nullptr, 10));
    else if (!std::strcmp(Arg, "--records") && HasNext)
      Opts.Records = unsigned(std::strtoul(Argv[++I], nullptr, 10));
    else if (!std::strcmp(Arg, "--search") && HasNext)
      Opts.Word = Argv[++I];
    else if ((Arg[0] != '-' || !Arg[1]) && !Opts.File)
      Opts.File = Arg;
    else
      return false;
  }
  return true;
}

static std::string readAll(std::istream &In) {
  return {std::istreambuf_iterator<char>(In), {}};
}

static bool readInput(const Options &Opts, std::string &Input) {
  if (!Opts.File) {
    Input = generatePhotos(Opts.Records);
    return true;
  }
  if (!std::strcmp(Opts.File, "-")) {
    Input = readAll(std::cin);
    return true;
  }
  std::ifstream In(Opts.File);
  Input = readAll(In);
  return bool(In);
}

static uint64_t runRound(ObStack &Arena, std::string_view Input) {
  const Photo *Photos = parsePhotos(Arena, Input);
  PhotoIndex Index = indexPhotos(Arena, Photos);
  uint64_t Result = captionPhotos(Arena, Index);
  return Result * 31 + summarizePhotos(Arena, Index);
}

int main(int Argc, char **Argv) {
  Options Opts;
  if (!parseOptions(Argc, Argv, Opts)) {
    std::fprintf(stderr, "usage: photo_sizes [--stats] [--rounds N] "
                         "[--records N] [--search WORD] [FILE]\n");
    return 2;
  }
  std::string Input;
  if (!readInput(Opts, Input)) {
    std::fprintf(stderr, "photo_sizes: error: cannot read '%s'\n", Opts.File);
    return 1;
  }

  ObStack Arena;
  const Round *Last = nullptr;
  for (unsigned I = 0; I < Opts.Rounds; ++I) {
    uint64_t Result = runRound(Arena, Input) + (Last ? Last->Result : 0);
    Last = new (Arena.allocPinned(sizeof(Round))) Round{Result, Last};
    Arena.reset();
    if (Opts.Word)
      searchPhotos(Input, Opts.Word);
    std::printf("%" PRIu64 "\n", Result);
  }
  if (Opts.Stats)
    std::fprintf(stderr, "%" PRIu64 " calls, %" PRIu64 " bytes\n",
                 Arena.calls(), Arena.bytes());
}
