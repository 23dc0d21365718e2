// A handler that runs before one instruction of two calls and two hits, each one in
// turn, and empties every slot of the thread's table, loses and doubles nothing: where
// hits are inline (-O2), and where they are calls (-O0, -Os). Its chain, learnt once for the
// thread's word, shows nobody who was not on the stack: the word is stored before the call of
// `plain` and before no call between local functions, and the handler came first while `main`
// called nobody. With memory=5 a table has 4,096 slots at most.
//
// REQUIRES: x86_64
// RUN: %clang -O2 -DPLAIN -c %s -o %t.o
// RUN: %cc -O0 %s %t.o -o %t && %profile:memory=5 %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | %FileCheck %s
// RUN: %cc -O2 %s %t.o -o %t && %profile:memory=5 %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | %FileCheck %s
// RUN: %cc -O2 -fPIC %s %t.o -o %t && %profile:memory=5 %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %cc -Os -fPIC %s %t.o -o %t && %profile:memory=5 %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
//
// CHECK-DAG: {{^}}handler|-|-|-{{$}}
// CHECK-DAG: {{^}}leaf|work|main|-{{$}}
// CHECK-DAG: {{^}}work|main|-|-{{$}}
// CHECK-NOT: {{.}}
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
void plain(void);

#ifdef PLAIN
void plain(void) { __asm__ volatile("nop; nop"); }
#else
#define TRAP_FLAG 0x100

static void *volatile Sink;
static char Memory[16];
static long Allocations;

// Counted, and safe in a handler.
__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  __atomic_fetch_add(&Allocations, 1, __ATOMIC_RELAXED); // one instruction
  return Memory + (Size & 1);
}

static int Step, Wanted;
static void handler(int Signal, siginfo_t *Info, void *Context) {
  if (++Step != Wanted)
    return;
  ((ucontext_t *)Context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
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
  struct sigaction Action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  do {
    Step = 0;
    ++Wanted;
    // From one place: all but the first are hits.
    for (int I = 0; I < 10; ++I) {
      if (I == 9)
        __asm__ volatile(
            "sub $128, %%rsp; pushf; orl %0, (%%rsp); popf; add $128, %%rsp"
            :
            : "i"(TRAP_FLAG)
            : "memory", "cc");
      work(8);
    }
    __asm__ volatile(
        "sub $128, %%rsp; pushf; andl %0, (%%rsp); popf; add $128, %%rsp"
        :
        : "i"(~TRAP_FLAG)
        : "memory", "cc");
  } while (Step == Wanted);
  printf("%ld\n", Allocations);
}
#endif
