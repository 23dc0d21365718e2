// Whoever looks at the stack from a signal's handler finds its way up from each
// instruction of a gate, which has a frame while it calls and counts: directly, and from
// shared code. Code with frame pointers, whose stacks are found by those, has no gates on x86-64,
// whose gates make no frame.
//
// REQUIRES: stepping
// RUN: %cc -I%include -O2 %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -I%include -O2 %branch_protection %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -I%include -O2 -fPIC %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -I%include -O2 -fno-omit-frame-pointer %s -o %t && %profile %stepped %t > %t.out && %FileCheck %s %if x86_64 %{--check-prefix=NONE%} --input-file=%t.out
//
// CHECK: {{^}}at {{4[0-9]|6[0-9]}} instructions, work was not found from 0{{$}}
// NONE: {{^}}at 0 instructions, work was not found from 0{{$}}
#define _GNU_SOURCE
#include "../Inputs/look-at-each-step.h"
#include <stdlib.h>

// Hidden, but of this executable. What gates share lies near them.
extern char *ALLOCSITE_SYM_GATE(1, 1);

static int looksAt(char *At) { return labs(At - ALLOCSITE_SYM_GATE(1, 1)) < 400; }

__attribute__((noinline)) static void work(int Traced) {
  Caller = __builtin_return_address(0);
  if (Traced)
    stepEach();
  Sink = malloc(8);
  if (Traced)
    stepUntilHere();
}
