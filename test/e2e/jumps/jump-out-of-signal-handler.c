// A handler jumps away before one instruction of a hit and of a miss, each one in turn:
// the allocation that was under way counts or does not, all others do, and the thread
// goes on counting, under the frames that it is in.
//
// REQUIRES: stepping
// RUN: %cc -O2 %s -o %t && %profile %stepped %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.csv > %t.sums
// RUN: cat %t.out %t.sums | %FileCheck %s
// RUN: tr ' ' '\n' < %t.sums | count 2994
// RUN: %rows --cols pc0,pc1,pc2,pc3 --short %t.csv | sort -u | %FileCheck %s --check-prefix=ROWS
//
// CHECK:      {{^}}[[JUMPS:[1-9][0-9][0-9]+]] jumps{{$}}
// CHECK-NEXT: {{^}}{{[0-9]+}} 7:[[JUMPS]] 8:1 9:
// ROWS:       {{^}}after|jumpOutOf|main|-{{$}}
// ROWS-NEXT:  {{^}}allocate|jumpOutOf|main|-{{$}}
// ROWS-NEXT:  {{^}}allocate|main|-|-{{$}}
// ROWS-NOT:   {{.}}
#define _GNU_SOURCE
#include "../Inputs/each-instruction.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZES 3000

static void *volatile Sink;
static char Memory[16];
static sigjmp_buf Place;
static volatile int Jumps;
// Not the first time: then the stack is learnt, for which the runtime may block signals, and
// the kernel ends a process whose trap is blocked.
static volatile int IsLearnt;

__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  return Memory + (Size & 1);
}
__attribute__((noinline)) static void allocate(size_t Size) { Sink = take(Size); }
__attribute__((noinline)) static void after(void) { Sink = take(7); }

static void interrupted(uintptr_t Pc) {
  (void)Pc;
  siglongjmp(Place, 1);
}

static void jumpOutOf(size_t Size) {
  static volatile int Jumped, Wanted;
  Wanted = 0;
  do {
    Jumped = sigsetjmp(Place, 1);
    if (Jumped) {
      ++Jumps;
      after();
      continue;
    }
    if (IsLearnt)
      stepFrom(++Wanted);
    allocate(Size);
    if (IsLearnt)
      stepUntilHere();
  } while (Jumped || (!IsLearnt && (IsLearnt = 1)));
}

int main(void) {
  for (size_t Size = 8; Size < SIZES; ++Size)
    allocate(Size);
  jumpOutOf(SIZES - 1); // a hit
  jumpOutOf(9);         // a miss
  printf("%d jumps\n", Jumps);
}
