// A loop that counts in a register, and a recursion, count right whatever a handler does
// between any two of their instructions: allocates so much that the thread outgrows its
// table, or forks. A child finds zeros where its parent's table was; it has what it has
// allocated, and what its parent had pending. So it is in -fPIC code.
//
// The third argument says how many instructions lie between two interrupted ones on average:
// the loop is interrupted at each, in -fPIC code at one in three, and the recursion, which takes
// longer, at one in sixteen. loop-interrupted-anywhere-long.test takes each.
//
// REQUIRES: stepping
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O2 -S %s -o - | %FileCheck %s --check-prefix=%if x86_64 %{KEPT%} %else %{A64%}
// RUN: %cc -O2 %s -o %t
// RUN: %profile %stepped %t grow loop 1 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %stepped %t fork loop 1 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %profile %stepped %t grow deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %stepped %t fork deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s --check-prefix=DEEP
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O2 -fPIC %s -o %t
// RUN: %profile %stepped %t grow loop 3 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %stepped %t fork loop 3 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %profile %stepped %t grow deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %stepped %t fork deep 16 > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv | cut -d' ' -f1 | cmp - %t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | sort -u | %FileCheck %s --check-prefix=DEEP
//
// From the register to the slot:
// KEPT: addq %r{{[a-z0-9]+}}, 8(%r
// KEPT: allocsite.settle:
// KEPT: addq %r{{[a-z0-9]+}}, 8(%r
// KEPT: deep.specialized.1:
// KEPT: callq allocsite.settle
// A64: {{^}}rounds:
// A64: ldxr
// A64: {{^}}deep.specialized.1:
// A64: bl allocsite.settle{{$}}
// A64: {{^}}allocsite.settle:
// A64: ldxr
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
#include "../Inputs/each-instruction.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;
static char Memory[16];
static long Calls;
static int Forks;

// Counted, and safe in a handler.
__attribute__((alloc_size(1), always_inline)) static inline void *take(size_t Size) {
  return Memory + (Size & 1);
}

static void interrupted(uintptr_t Pc) {
  (void)Pc;
  if (Forks) {
    int Child = fork(), Status;
    if (Child && (waitpid(Child, &Status, 0) != Child || Status))
      abort();
    if (!Child)
      leaveAlone();
    return;
  }
  // Others each time, so that tables are outgrown at various of the steps.
  static size_t Size = 1000;
  for (int I = 0; I < 400; ++I, ++Size, ++Calls)
    Sink = take(Size);
}

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

__attribute__((noinline)) static void stepThrough(int Wanted, int IsDeep) {
  stepFrom(Wanted);
  if (IsDeep)
    deep(68);
  else
    rounds(68);
  stepUntilHere();
}

int main(int Count, char **Arguments) {
  Forks = strcmp(Arguments[1], "fork") == 0;
  int IsDeep = strcmp(Arguments[2], "deep") == 0, Stride = atoi(Arguments[3]);
  unsigned Random = 1;
  for (int Wanted = 1;; Wanted += 1 + rand_r(&Random) % (2 * Stride - 1)) {
    stepThrough(Wanted, IsDeep);
    if (IsAlone)
      exit(0);
    Calls += 68;
    if (!Interruptions)
      break;
  }
  printf("%ld\n", Calls);
}
