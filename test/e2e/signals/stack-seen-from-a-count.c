// Whoever looks at the stack from a signal's handler (a profiler, a cancellation) finds
// its way up from each instruction of a call that counts, as it would from code of the
// program: directly, and from shared code.
//
// REQUIRES: stepping
// RUN: %cc -I%include -O2 %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -I%include -O2 -fPIC %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -I%include -O0 %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s --input-file=%t.out
//
// CHECK: {{^}}at {{3[0-9]|4[0-9]}} instructions, work was not found from 0{{$}}
#define _GNU_SOURCE
#include "../Inputs/look-at-each-step.h"

// Hidden, but of this executable.
extern char *ALLOCSITE_SYM_COUNT, *ALLOCSITE_SYM_COUNT_BEHIND;

static char Memory[16];
__attribute__((noinline, alloc_size(1))) static void *take(size_t Size) {
  __asm__ volatile("");
  return Memory + (Size & 1);
}

static int isIn(char *At, char *Function) {
  return At >= Function && At < Function + 100;
}

static int looksAt(char *At) {
  return isIn(At, ALLOCSITE_SYM_COUNT) || isIn(At, ALLOCSITE_SYM_COUNT_BEHIND);
}

__attribute__((noinline)) static void work(int Traced) {
  Caller = __builtin_return_address(0);
  if (Traced)
    stepEach();
  Sink = take(8);
  if (Traced)
    stepUntilHere();
}
