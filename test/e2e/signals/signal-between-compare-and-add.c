// A handler that lands between the compare and the add of a hit, and lets another entry
// take the slot, moves that one count to it: two instants of a hit, one count each. At
// every other instruction it moves none, and the sum is exact at all of them.
//
// REQUIRES: x86_64
// With memory=5 a table has 4,096 slots at most.
//
// RUN: %cc -O2 %s -o %t && %profile:memory=5 %t | tr ' ' '\n' > %t.made
// RUN: %python %S/../Inputs/sums.py %t.csv | tr ' ' '\n' > %t.counted
// RUN: not diff %t.made %t.counted | %FileCheck %s
//
// CHECK:     {{^}}< 8:[[#HITS:]]{{$}}
// CHECK:     {{^}}> 8:[[#HITS-2]]{{$}}
// CHECK:     {{^}}< [[#SIZE:]]:[[#MADE:]]{{$}}
// CHECK:     {{^}}> [[#SIZE]]:[[#MADE+2]]{{$}}
// CHECK-NOT: {{^}}{{[<>]}}
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define TRAP_FLAG 0x100
#define ROUND 30000 // as many as have been in every slot with near certainty

static void *volatile Sink;
static char Memory[16];

// Counted, and safe in a handler.
__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  return Memory + (Size & 1);
}
__attribute__((noinline)) static void allocate(size_t Size) { Sink = take(Size); }

static size_t Step, Wanted;
static void handler(int Signal, siginfo_t *Info, void *Context) {
  if (++Step != Wanted)
    return;
  ((ucontext_t *)Context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  for (size_t Size = 0; Size < ROUND; ++Size)
    Sink = take(1000 + Size);
}

int main(void) {
  struct sigaction Action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  size_t Rounds = 0;
  do {
    Step = 0;
    ++Wanted;
    ++Rounds;
    // From one place: the second is a hit.
    for (int I = 0; I < 2; ++I) {
      if (I == 1)
        __asm__ volatile(
            "sub $128, %%rsp; pushf; orl %0, (%%rsp); popf; add $128, %%rsp"
            :
            : "i"(TRAP_FLAG)
            : "memory", "cc");
      allocate(8);
    }
    __asm__ volatile(
        "sub $128, %%rsp; pushf; andl %0, (%%rsp); popf; add $128, %%rsp"
        :
        : "i"(~TRAP_FLAG)
        : "memory", "cc");
  } while (Step == Wanted);
  // The last round was over before the step that it was to stop at.
  printf("%zu 8:%zu", 2 * Rounds + (Rounds - 1) * ROUND, 2 * Rounds);
  for (size_t Size = 0; Size < ROUND; ++Size)
    printf(" %zu:%zu", 1000 + Size, Rounds - 1);
  printf("\n");
}
