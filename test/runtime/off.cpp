// Where the profiler is off a thread reaches the runtime once, and is told not to look
// again; the one that starts the program is told beforehand. It has no table; who looks all
// the same, as one that was on its way, finds a mask and a tag that match nothing, and is
// not counted.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %t 2>&1 | count 0
#include "Inputs/Play.h"
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static OneSite *Module;

static AllocSiteSlot *slots() { return ALLOCSITE_SYM_THREAD.Slots; }
static bool isOff() {
  return reinterpret_cast<uintptr_t>(slots()) & ALLOCSITE_SLOTS_OFF;
}

static uint64_t word(size_t Offset) {
  uint64_t Word;
  memcpy(&Word, reinterpret_cast<const char *>(slots()) + Offset, sizeof(Word));
  return Word;
}

static const char *check(bool IsFirst) {
  if (isOff() != IsFirst)
    return IsFirst ? "not told" : "off before it was asked";
  Module->allocate(8);
  if (!isOff())
    return "not off";
  AllocSiteSlot *Off = slots();
  Module->allocate(8);
  ALLOCSITE_SYM_MISS(1, 2, 3, 4);
  if (slots() != Off)
    return "other slots";
  if (slotMask(Off) || word(offsetof(AllocSiteSlot, Tag)))
    return "something to match";
  return nullptr;
}

static void *work(void *) { return const_cast<char *>(check(false)); }

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  for (size_t I = 0; I < 3; ++I) {
    pthread_t Thread;
    void *Problem;
    pthread_create(&Thread, nullptr, work, nullptr);
    pthread_join(Thread, &Problem);
    if (Problem)
      return puts(static_cast<char *>(Problem));
  }
  const char *Problem = check(true);
  return Problem ? puts(Problem) : 0;
}
