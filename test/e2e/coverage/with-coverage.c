// Coverage counts beside the profile: both passes see the same program.
//
// REQUIRES: sanitizers
// RUN: %cc -O0 -fprofile-instr-generate -fcoverage-mapping %s -o %t && env LLVM_PROFILE_FILE=%t.profraw %run_rows | %FileCheck %s
// RUN: %cc -O2 -fprofile-generate %s -o %t && env LLVM_PROFILE_FILE=%t.profraw %run_rows | %FileCheck %s
// RUN: test -s %t.profraw
//
// CHECK:      {{^}}work|main|-|-|24|10{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>
static void *volatile Sink;
__attribute__((noinline)) void work(void) { Sink = malloc(24); }
int main(void) {
  for (int I = 0; I < 10; ++I)
    work();
  return 0;
}
