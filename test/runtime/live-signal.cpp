// Signal handlers that allocate and free at any instruction of what follows blocks: nothing is
// lost and nothing counted twice. The allocator here is one that handlers may call.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t > %t.out 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %python %s.py %t.csv $(cat %t.out)
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:timeline=1 %t > %t.out 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %python %s.py %t.csv $(cat %t.out)
// RUN: %python %S/Inputs/changes.py %t.csv %allocsite --bound 200000
//
// CHECK: live at exit: 3 blocks
// CHECK-NOT: unseen
#include "Inputs/PlayLive.h"
#include <signal.h>
#include <sys/time.h>

static PlayLive Module;
static char Pool[2][64 * 1024];
static volatile int InHandler;
static unsigned Next[2];
static volatile unsigned long Handled;

// The next 64 bytes of 1,024, of the handler's or the others'.
static void *pool(size_t) {
  unsigned &At = Next[InHandler];
  At = (At + 1) % 1024;
  return Pool[InHandler] + 64 * At;
}

static void *take(uint32_t Site, size_t Size) { return Module.takeOf(pool, Site, Size); }
static void give(void *Block) { freed(Block, false, nullptr); }

static void handle(int) {
  InHandler = 1;
  for (unsigned I = 0; I < 4; ++I)
    give(take(20 + I, 100 + Handled % 50)); // ever new records, too
  ++Handled;
  InHandler = 0;
}

int main() {
  struct sigaction Action = {};
  Action.sa_handler = handle;
  sigaction(SIGALRM, &Action, nullptr);
  struct itimerval Often = {{0, 100}, {0, 100}};
  setitimer(ITIMER_REAL, &Often, nullptr);
  unsigned long Rounds = 0;
  while (Handled < 3000)
    for (unsigned I = 0; I < 100; ++I, ++Rounds) {
      void *One = take(I % 20, 16 + Rounds % 3000);
      void *Two = take((I + 1) % 20, 32);
      give(One);
      give(Two);
    }
  Often = {};
  setitimer(ITIMER_REAL, &Often, nullptr);
  for (int I = 0; I < 3; ++I)
    take(0, 7);
  printf("%lu %lu\n", Rounds, (unsigned long)Handled);
}
