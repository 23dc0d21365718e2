// A loop that counts in a register, and a recursion, count right whatever a handler does
// between any two of their instructions: allocates so much that the thread outgrows its
// table, or forks. A child finds zeros where its parent's table was; it has what it has
// allocated, and what its parent had pending. So it is in -fPIC code.
//
// The third argument says how many instructions lie between two interrupted ones on average:
// the loop is interrupted at each, in -fPIC code at one in three, and the recursion, which takes
// longer, at one in sixteen. loop-interrupted-anywhere-long.test takes each.
//
// REQUIRES: x86_64
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O2 -S %s -o - | %FileCheck %s --check-prefix=KEPT
// RUN: %cc -O2 %s -o %t
// RUN: %profile %t grow loop 1 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t fork loop 1 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %profile %t grow deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t fork deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s --check-prefix=DEEP
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O2 -fPIC %s -o %t
// RUN: %profile %t grow loop 3 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t fork loop 3 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %profile %t grow deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t fork deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s --check-prefix=DEEP
//
// From the register to the slot:
// KEPT: addq %r{{[a-z0-9]+}}, 8(%r
// KEPT: allocsite.settle:
// KEPT: addq %r{{[a-z0-9]+}}, 8(%r
// KEPT: deep.specialized.1:
// KEPT: callq allocsite.settle
//
// 68 rounds. 64 are pending until the parent adds them, and still until its register is
// zero; then four are left.
// CHECK:      {{^}}4 8:4{{$}}
// CHECK-NEXT: {{^}}68 8:68{{$}}
// CHECK-NOT:  {{.}}
//
// Of the recursion the first is counted at once, and three are left when 64 have been.
// DEEP:      {{^}}3 8:3{{$}}
// DEEP-NEXT: {{^}}67 8:67{{$}}
// DEEP-NEXT: {{^}}68 8:68{{$}}
// DEEP-NOT:  {{.}}
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRAP_FLAG 0x100

static void *volatile Sink;
static char Memory[16];
static long Calls;
static int Step, Wanted, Forks;

// Counted, and safe in a handler.
__attribute__((alloc_size(1), always_inline)) static inline void *take(size_t Size) {
  return Memory + (Size & 1);
}

static void handler(int Signal, siginfo_t *Info, void *Context) {
  if (++Step != Wanted)
    return;
  ((ucontext_t *)Context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  if (Forks) {
    int Child = fork(), Status;
    if (Child && (waitpid(Child, &Status, 0) != Child || Status))
      abort();
    if (!Child)
      Forks = -1;
    return;
  }
  // Others each time, so that tables are outgrown at various of the steps.
  static size_t Size = 1000;
  for (int I = 0; I < 400; ++I, ++Size, ++Calls)
    Sink = take(Size);
}

#define SET_TRAP_FLAG(Operation, Operand)                                      \
  __asm__ volatile("sub $128, %%rsp; pushf; " Operation                        \
                   " %0, (%%rsp); popf; add $128, %%rsp"                       \
                   :                                                           \
                   : "i"(Operand)                                              \
                   : "memory", "cc")

__attribute__((noinline)) static void rounds(int Rounds) {
#pragma clang loop unroll(disable)
  for (int I = 0; I < Rounds; ++I)
    Sink = take(8);
}

__attribute__((noinline)) static int deep(int Rounds) {
  if (!Rounds)
    return 0;
  Sink = take(8);
  return deep(Rounds - 1) / 3 + Rounds;
}

__attribute__((noinline)) static void stepThrough(int IsDeep) {
  SET_TRAP_FLAG("orl", TRAP_FLAG);
  if (IsDeep)
    deep(68);
  else
    rounds(68);
  SET_TRAP_FLAG("andl", ~TRAP_FLAG);
}

int main(int Count, char **Arguments) {
  Forks = strcmp(Arguments[1], "fork") == 0;
  struct sigaction Action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  int IsDeep = strcmp(Arguments[2], "deep") == 0, Stride = atoi(Arguments[3]);
  unsigned Random = 1;
  for (Wanted = 1;; Wanted += 1 + rand_r(&Random) % (2 * Stride - 1)) {
    Step = 0;
    stepThrough(IsDeep);
    if (Forks < 0)
      exit(0);
    Calls += 68;
    if (Step < Wanted)
      break;
  }
  printf("%ld\n", Calls);
}
