// A handler that lands between the compare and the add of a hit, and lets another entry
// take the slot, moves that one count to it: at two instants of a hit, one count each. At
// every other instruction it moves none, and the sum is exact at all of them. (An add that takes
// several instructions is done again behind a handler, and so has an instant for each; AArch64 has
// others in front of it.)
//
// REQUIRES: stepping
// With memory=5 a table has 4,096 slots at most.
//
// RUN: %cc -O2 %s -o %t && %profile:memory=5 %stepped %t | tr ' ' '\n' > %t.made
// RUN: %python %S/../Inputs/sums.py %t.csv | tr ' ' '\n' > %t.counted
// RUN: not diff %t.made %t.counted | %FileCheck %s %if aarch64 %{--check-prefix=MORE%}
//
// CHECK:     {{^}}< 8:[[#HITS:]]{{$}}
// CHECK:     {{^}}> 8:[[#HITS-2]]{{$}}
// CHECK:     {{^}}< [[#SIZE:]]:[[#MADE:]]{{$}}
// CHECK:     {{^}}> [[#SIZE]]:[[#MADE+2]]{{$}}
// CHECK-NOT: {{^}}{{[<>]}}
// MORE:      {{^}}< 8:[[#HITS:]]{{$}}
// MORE:      {{^}}> 8:[[#LEFT:]]{{$}}
// MORE:      {{^}}< [[#SIZE:]]:[[#MADE:]]{{$}}
// MORE:      {{^}}> [[#SIZE]]:[[#MADE+HITS-LEFT]]{{$}}
// MORE-NOT:  {{^}}{{[<>]}}
#define _GNU_SOURCE
#include "../Inputs/each-instruction.h"
#include <stdio.h>
#include <stdlib.h>

#define ROUND 30000 // as many as have been in every slot with near certainty

static void *volatile Sink;
static char Memory[16];

// Counted, and safe in a handler.
__attribute__((alloc_size(1))) static inline void *take(size_t Size) {
  return Memory + (Size & 1);
}
__attribute__((noinline)) static void allocate(size_t Size) { Sink = take(Size); }

static void interrupted(uintptr_t Pc) {
  (void)Pc;
  for (size_t Size = 0; Size < ROUND; ++Size)
    Sink = take(1000 + Size);
}

int main(void) {
  size_t Rounds = 0;
  do {
    ++Rounds;
    // From one place: the second is a hit.
    for (int I = 0; I < 2; ++I) {
      if (I == 1)
        stepFrom((int)Rounds);
      allocate(8);
    }
    stepUntilHere();
  } while (Interruptions);
  // The last round was over before the step that it was to stop at.
  printf("%zu 8:%zu", 2 * Rounds + (Rounds - 1) * ROUND, 2 * Rounds);
  for (size_t Size = 0; Size < ROUND; ++Size)
    printf(" %zu:%zu", 1000 + Size, Rounds - 1);
  printf("\n");
}
