// Handlers on an alternate stack that timers call all the time, that interrupt each
// other and allocate what makes the thread's tables change: nothing is lost, nothing
// doubled. Whom they interrupted, between two calls, is not known: what was called last
// without instrumentation can show.
//
// RUN: %cc -O0 %s -o %t && %profile %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | grep -vE '^leaf\|handler\|(-\|-|setitimer\|main)$' | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %profile %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | grep -vE '^leaf\|handler\|(-\|-|setitimer\|main)$' | %FileCheck %s
//
// CHECK-DAG: {{^}}work|main|-|-{{$}}
// CHECK-NOT:  {{.}}
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define SIZES 700 // more than a table has slots at first

static void *volatile Sink;
static char Memory[16];
static volatile long Allocations, Handled;
static volatile int Depth;

// Counted, and safe in a handler.
__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  __atomic_fetch_add(&Allocations, 1, __ATOMIC_RELAXED);
  return Memory + (Size & 1);
}
__attribute__((noinline)) static void leaf(size_t Size) { Sink = take(Size); }

static void handler(int Signal) {
  static long Next;
  ++Depth;
  for (int I = 0; I < 20; ++I)
    leaf(Depth * SIZES + __atomic_fetch_add(&Next, 1, __ATOMIC_RELAXED) % SIZES);
  --Depth;
  ++Handled;
}

__attribute__((noinline)) static void work(void) {
  // Hits and misses.
  for (size_t I = 0; I < 3 * SIZES; ++I)
    Sink = take(I / 3);
}

int main(void) {
  static char Stack[65536];
  stack_t Other = {.ss_sp = Stack, .ss_size = sizeof(Stack)};
  sigaltstack(&Other, NULL);
  struct sigaction Action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGALRM, &Action, NULL);
  sigaction(SIGPROF, &Action, NULL);
  struct itimerval Often = {{0, 97}, {0, 97}}, Never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &Often, NULL);
  setitimer(ITIMER_PROF, &Often, NULL);
  while (Handled < 1000)
    work();
  setitimer(ITIMER_REAL, &Never, NULL);
  setitimer(ITIMER_PROF, &Never, NULL);
  printf("%ld\n", Allocations);
}
