//===- PhotoGenerator.cpp - Makes the input where none is given -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drawn from a fixed sequence, so that two runs allocate the same.
//
//===----------------------------------------------------------------------===//
#include "Photo.h"

#include <array>

namespace {
/// Numerical Recipes' linear congruential generator: the same on every machine.
class Sequence {
public:
  unsigned below(unsigned Limit) {
    State = State * 1664525 + 1013904223;
    return (uint64_t(State) * Limit) >> 32;
  }

private:
  uint32_t State = 1;
};
} // namespace

static constexpr std::array Owners = {
    "ada",   "bela",  "chen",  "dora", "emil", "farid", "grete", "hana",
    "ivo",   "jun",   "kofi",  "lene", "mira", "nadia", "oleg",  "pia",
    "quinn", "rosa",  "sven",  "tara", "uma",  "vito",  "wanda", "xenia"};
static constexpr std::array Subjects = {
    "harbour",    "market", "my sister", "the old bridge",
    "lighthouse", "cat",    "mountains", "a train at the station"};
static constexpr std::array Moments = {
    "at dusk", "in the rain", "in May", "from above", "before breakfast"};
static constexpr std::array Tags = {"sea",   "evening", "family", "travel",
                                    "macro", "blue",    "noise",  "winter"};
static constexpr std::array Widths = {640, 1024, 1600, 2048, 4032, 6000};

std::string generatePhotos(unsigned Count) {
  Sequence Random;
  std::string Out;
  for (unsigned Id = 1; Id <= Count; ++Id) {
    unsigned Width = Widths[Random.below(Widths.size())];
    unsigned Height = Width * 3 / 4 - Random.below(97);
    Out += std::to_string(Id) + '\t' + Owners[Random.below(Owners.size())] +
           '\t' + Subjects[Random.below(Subjects.size())] + ' ' +
           Moments[Random.below(Moments.size())] + '\t' +
           std::to_string(Width) + '\t' + std::to_string(Height) + '\t';
    for (unsigned I = 0, N = Random.below(3); I < N; ++I)
      Out += (I ? "," : "") + std::string(Tags[Random.below(Tags.size())]);
    Out += '\n';
  }
  return Out;
}
