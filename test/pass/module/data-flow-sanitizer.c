// The sanitizer of data flow renames what the pass calls, and the program would not link:
// its code is left alone, and a warning says so.
//
// REQUIRES: llvm-19
// RUN: %cc -O2 -S -fsanitize=dataflow %s -o %t.s 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %FileCheck %s < %t.s
// RUN: %cc -O2 -S -fsanitize=dataflow -fno-sanitize=dataflow %s -o - | %FileCheck %s --check-prefix=TAKEN-BACK
//
// TAKEN-BACK: __allocsite
// WARNING: warning: {{.*}}-fsanitize=dataflow renames the functions of the profiler; code for it is left as it is and not counted
// CHECK: {{^}}main:
// CHECK-NOT: {{__allocsite|allocsite\.}}
#include <stdlib.h>
void *volatile Sink;
int main(void) {
  Sink = malloc(7);
  return 0;
}
