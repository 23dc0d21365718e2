// A hit compares the 64-bit tag, not the key. Keys that differ in one of site, chain and
// size alone never share one, because every factor is odd; of two that do (made here by
// division), the second counts as the first while that is in its slot, and as itself
// from then on: calls are exact. Tags lie as chance would have them: of n = 2^20 keys like
// those of programs about n²/2^33 = 128 pairs share the upper half, as n²/2^65 would the
// whole.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t > %t.out
// RUN: %rows --cols "bytes allocated,call count,site" %t.csv | grep -v "|1|" | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=PAIRS --input-file=%t.out
//
// CHECK-DAG: {{^}}24|12|a.c:1:5{{$}}
// CHECK-DAG: {{^}}[[#]]|4|a.c:2:5{{$}}
// CHECK-NOT: {{.}}
// PAIRS: {{^}}pairs: {{(9[0-9]|1[0-6][0-9])$}}
#include "Inputs/Play.h"
#include <algorithm>
#include <cstdio>
#include <vector>

static_assert(ALLOCSITE_CONTEXT_FACTOR & ALLOCSITE_SITE_FACTOR &
                  ALLOCSITE_SIZE_FACTOR & 1,
              "an even factor takes keys that differ in one thing together");

/// Of an odd number, modulo 2^64: each step doubles the bits that are right.
static constexpr uint64_t inverse(uint64_t Odd) {
  uint64_t Result = Odd;
  for (int I = 0; I < 5; ++I)
    Result *= 2 - Odd * Result;
  return Result;
}

static uint64_t tagOf(uint64_t Context, uint64_t Site, uint64_t Size) {
  return allocsite::tagOf(Context, allocsite::siteInTag(Site), Size);
}

static long pairsOfOneUpperHalf() {
  std::vector<uint32_t> Halves;
  uint64_t Random = 1;
  auto Below = [&](uint64_t Bound) {
    Random = Random * 6364136223846793005u + 1442695040888963407u;
    return (Random >> 33) % Bound;
  };
  // Of a call, as labels have it.
  auto HashOf = [](uint64_t Call) {
    return (Call * 0x9E3779B97F4A7C15u >> 32) & ALLOCSITE_LABEL_HASH;
  };
  for (int I = 0; I < 1 << 20; ++I) {
    uint64_t Context = 0;
    for (uint64_t Depth = 1 + Below(3); Depth; --Depth)
      Context = Context * ALLOCSITE_CONTEXT_STEP + HashOf(Below(5000));
    uint64_t Site = Below(1000), Size = 8 * Below(500);
    Halves.push_back(uint32_t(tagOf(Context, Site, Size) >> 32));
  }
  std::sort(Halves.begin(), Halves.end());
  long Pairs = 0;
  for (size_t I = 0; I < Halves.size(); ++I)
    for (size_t J = I + 1; J < Halves.size() && Halves[J] == Halves[I]; ++J)
      ++Pairs;
  return Pairs;
}

int main() {
  static Play Module;
  uint32_t Main = Module.function("main");
  uint32_t First = Module.site(Main, Module.frame(Main, "a.c", 1));
  uint32_t Second = Module.site(Main, Module.frame(Main, "a.c", 2));
  Module.load();
  const uint64_t Size = 24, Twin = Size + (uint64_t(First) - Second) *
                                              ALLOCSITE_SITE_FACTOR *
                                              inverse(ALLOCSITE_SIZE_FACTOR);
  if (tagOf(0, First, Size) != tagOf(0, Second, Twin))
    return 1;
  for (int I = 0; I < 7; ++I)
    Module.allocate(First, Size);
  for (int I = 0; I < 5; ++I)
    Module.allocate(Second, Twin); // hits what is not its own
  // Empties every slot with near certainty.
  for (uint64_t Other = 100; Other < 6000; ++Other)
    Module.allocate(First, Other);
  for (int I = 0; I < 4; ++I)
    Module.allocate(Second, Twin);
  std::printf("pairs: %ld\n", pairsOfOneUpperHalf());
}
