// A handler that runs before one instruction of two calls and two hits, each one in
// turn, and empties every slot of the thread's table, loses and doubles nothing: where
// hits are inline (-O2), and where they are calls (-O0, -Os). Its chain, learnt once for the
// thread's word, shows nobody who was not on the stack: the word is stored before the call of
// `plain` and before no call between local functions, and the handler came first while `main`
// called nobody. With memory=5 a table has 4,096 slots at most.
//
// REQUIRES: stepping
// RUN: %clang -O2 -DPLAIN -c %s -o %t.o
// RUN: %cc -O0 %s %t.o -o %t && %profile:memory=5 %stepped %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | %FileCheck %s
// RUN: %cc -O2 %s %t.o -o %t && %profile:memory=5 %stepped %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | %FileCheck %s
// RUN: %cc -O2 -fPIC %for_cpu %s %t.o -o %t && %profile:memory=5 %stepped %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %cc -Os -fPIC %s %t.o -o %t && %profile:memory=5 %stepped %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
//
// CHECK-DAG: {{^}}interrupted|{{steppedOn|callInterrupted}}|-|-{{$}}
// CHECK-DAG: {{^}}leaf|work|main|-{{$}}
// CHECK-DAG: {{^}}work|main|-|-{{$}}
// CHECK-NOT: {{.}}
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void plain(void);

#ifdef PLAIN
void plain(void) { __asm__ volatile("nop; nop"); }
#else
#include "../Inputs/each-instruction.h"
static void *volatile Sink;
static char Memory[16];
static long Allocations;

// Counted, and safe in a handler.
__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  __atomic_fetch_add(&Allocations, 1, __ATOMIC_RELAXED); // one instruction
  return Memory + (Size & 1);
}

static void interrupted(uintptr_t Pc) {
  (void)Pc;
  // As many as have been in every slot with near certainty.
  for (size_t Size = 1000; Size < 21000; ++Size)
    Sink = take(Size);
}

__attribute__((noinline)) static void leaf(size_t Size) { Sink = take(Size); }
__attribute__((noinline)) static void work(size_t Size) {
  leaf(Size);
  plain();
  Sink = take(Size);
}

int main(void) {
  int Wanted = 0;
  do {
    // From one place: all but the first are hits.
    for (int I = 0; I < 10; ++I) {
      if (I == 9)
        stepFrom(++Wanted);
      work(8);
    }
    stepUntilHere();
  } while (Interruptions);
  printf("%ld\n", Allocations);
  return Wanted < 30;
}
#endif
