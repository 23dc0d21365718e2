// A program whose main was compiled with level=2 (a compiler that is itself
// instrumented) stays quiet at 1. The command line says it as the environment does.
//
// RUN: %cc -O2 %s -o %t.one
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:level=2 %cc -O2 %s -o %t.two
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t.one 2>&1 | %FileCheck %s
// RUN: rm -f %t.csv
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t.two 2>&1 | count 0
// RUN: not ls %t.csv
// RUN: env SKIP_HEAP_PROFILE=2 ALLOCSITE_OPTIONS=output=%t.csv %t.two 2>&1 | %FileCheck %s
// RUN: %rows %t.csv | count 1
// RUN: %clang -fplugin=%plugin -fpass-plugin=%plugin -mllvm -allocsite-level=3 -O2 %s -o %t.three
// RUN: env SKIP_HEAP_PROFILE=2 %t.three 2>&1 | count 0
// RUN: env SKIP_HEAP_PROFILE=3 ALLOCSITE_OPTIONS=output=%t.csv %t.three 2>&1 | %FileCheck %s
//
// CHECK: heap profiler: enabled!
#include <stdlib.h>
int main(void) {
  *(volatile char *)malloc(10) = 0;
  return 0;
}
