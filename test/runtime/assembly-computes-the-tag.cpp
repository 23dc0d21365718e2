// The assembly that counts computes what Tag.h does: a table that has a key's tag in its slot
// by that formula, and no other entry, is hit by each of the functions. With a tag that is
// larger by one it is not, so that the test can fail.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t | %FileCheck %s
// A processor without atomic instructions:
// RUN: %if emulated %{ env QEMU_CPU=cortex-a53 %profile %t | %FileCheck %s %}
//
// CHECK: {{^}}8 functions, 1000 keys: 8000 hits, 0 hits of the next tag{{$}}
#include "Inputs/Play.h"
#include "allocsite/ProfileFormat.h"
#include <cstdio>

extern "C" {
#define DECLARE(Size, Of) extern AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of);
ALLOCSITE_GATES(DECLARE)
extern AllocSiteCountFn ALLOCSITE_SYM_COUNT;
extern AllocSiteCountBehindFn ALLOCSITE_SYM_COUNT_BEHIND;
}

namespace {

/// As it lies in memory: the mask stands before the slots.
struct Table {
  AllocSiteProfileTable Head;
  AllocSiteSlot Slots[64];
};

struct Key {
  uint64_t Context, Start, Size;
};

uint64_t made(uint64_t, uint64_t, uint64_t) { return 4096; }

__attribute__((no_sanitize("function"))) void countHere(const Key &Of) {
  ALLOCSITE_SYM_COUNT(&Of.Start, Of.Context, Of.Size);
}

__attribute__((no_sanitize("function"))) void countBehind(const Key &Of) {
#ifdef __x86_64__
  using Called = __attribute__((regcall)) void *(*)(void *, const uint64_t *, uint64_t,
                                                    uint64_t);
#else
  using Called = void *(*)(void *, const uint64_t *, uint64_t, uint64_t);
#endif
  char Result;
  reinterpret_cast<Called>(ALLOCSITE_SYM_COUNT_BEHIND)(&Result, &Of.Start, Of.Context,
                                                       Of.Size);
}

/// All that are not the size are 0.
template <unsigned Size, unsigned Count>
__attribute__((no_sanitize("function"))) void countByGate(AllocSiteGateFn Gate, const Key &Of) {
  uint64_t Given[6] = {};
  Given[Size - 1] = Of.Size;
  Given[Count] = Of.Context;
  Given[Count + 1] = reinterpret_cast<uint64_t>(&Of.Start);
  Given[Count + 2] = reinterpret_cast<uint64_t>(&made);
  using Called =
      uint64_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
  reinterpret_cast<Called>(Gate)(Given[0], Given[1], Given[2], Given[3], Given[4], Given[5]);
}
#define DEFINE(Size, Of)                                                                   \
  void gate##Size##Of(const Key &K) {                                                      \
    countByGate<Size, Of>(ALLOCSITE_SYM_GATE(Size, Of), K);                                \
  }
ALLOCSITE_GATES(DEFINE)
#undef DEFINE

/// Whether Count hits where the slot of the key holds Tag.
bool hits(void (*Count)(const Key &), const Key &Of, uint64_t Tag) {
  static Table T;
  AllocSiteSlot *Own = ALLOCSITE_SYM_THREAD.Slots;
  memset(&T, 0, sizeof(T));
  memset(T.Head.Private, 0xff, sizeof(T.Head.Private)); // of no process: a miss leaves it
  T.Head.SlotMask = sizeof(T.Slots) - sizeof(T.Slots[0]);
  AllocSiteSlot *Slot =
      slotOf(T.Slots, allocsite::tagOf(Of.Context, Of.Start, Of.Size));
  *Slot = {Tag, 1};
  ALLOCSITE_SYM_THREAD.Slots = T.Slots;
  Count(Of);
  ALLOCSITE_SYM_THREAD.Slots = Own;
  return Slot->Count == 2;
}

} // namespace

int main() {
  static OneSite Module;
  Module.allocate(1); // the thread's own table
  uint64_t Random = 1;
  auto next = [&] { return Random = Random * 6364136223846793005u + 1442695040888963407u; };
#define NAME(Size, Of) gate##Size##Of,
  void (*const Functions[])(const Key &) = {countHere, countBehind, ALLOCSITE_GATES(NAME)};
  int Hits = 0, OfNext = 0, Count = 0;
  for (auto *Each : Functions) {
    ++Count;
    for (int I = 0; I < 1000; ++I) {
      const Key K = {next() >> 1, Module.tagStart(next() >> 40), next() >> (I % 60 + 1)};
      const uint64_t Tag = allocsite::tagOf(K.Context, K.Start, K.Size);
      Hits += hits(Each, K, Tag);
      if (I < 10)
        OfNext += hits(Each, K, Tag + 1);
    }
  }
  std::printf("%d functions, 1000 keys: %d hits, %d hits of the next tag\n", Count, Hits,
              OfNext);
}
