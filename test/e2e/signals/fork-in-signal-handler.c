// A handler forks between any two instructions of a counted allocation, those of a hit
// and those of a miss that moves another entry out. The child goes on with the
// instructions that are left and what they have read: it lives, and its profile holds
// what it has allocated and at most the one allocation that was under way. The parent
// counts as if there were no children. With memory=5 a table has 4,096 slots at most.
//
// REQUIRES: stepping
// RUN: %cc -O2 %s -o %t && rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0:memory=5 %stepped %t > %t.out
// RUN: %python %S/../Inputs/sums.py %t.dir/log.csv > %t.sums && head -1 %t.out | cmp - %t.sums
// RUN: %FileCheck %s --input-file=%t.out
// RUN: %python %S/../Inputs/sums.py "%t.dir/log-*.csv" | LC_ALL=C sort -u | %FileCheck %s --check-prefix=CHILD
//
// CHECK: {{^}}{{[1-9][0-9][0-9]+}} children, 0 died{{$}}
// CHILD:      {{^}}5 20000:5{{$}}
// CHILD-NEXT: {{^}}6 19000:1 20000:5{{$}}
// CHILD-NEXT: {{^}}6 1:1 20000:5{{$}}
// CHILD-NOT:  {{.}}
#define _GNU_SOURCE
#include "../Inputs/each-instruction.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZES 19000

static void *volatile Sink;
static char Memory[16];
static long Calls[20001];
static int Children, Died;

// Counted, and safe in a handler.
__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  return Memory + (Size & 1);
}
__attribute__((noinline)) static void allocate(size_t Size) { Sink = take(Size); }

static void interrupted(uintptr_t Pc) {
  (void)Pc;
  int Child = fork();
  if (Child == 0) {
    leaveAlone();
    return;
  }
  int Status;
  ++Children;
  Died += waitpid(Child, &Status, 0) != Child || Status != 0;
}

// From one place, so that the calls have one key.
__attribute__((noinline)) static void allocateFrom(size_t Size, int Steps) {
  ++Calls[Size];
  if (Steps)
    stepEach();
  allocate(Size);
  if (Steps)
    stepUntilHere();
  if (IsAlone) {
    for (int I = 0; I < 5; ++I)
      allocate(20000);
    exit(0);
  }
}

int main(void) {
  // So many that nearly all have been moved out of their slots.
  for (size_t Size = 1; Size <= SIZES; ++Size)
    allocateFrom(Size, 0);
  allocateFrom(SIZES, 1); // a hit
  allocateFrom(1, 1);     // a miss
  long Sum = 0;
  for (int I = 0; I <= 20000; ++I)
    Sum += Calls[I];
  printf("%ld", Sum);
  for (int I = 0; I <= 20000; ++I)
    if (Calls[I])
      printf(" %d:%ld", I, Calls[I]);
  printf("\n%d children, %d died\n", Children, Died);
}
