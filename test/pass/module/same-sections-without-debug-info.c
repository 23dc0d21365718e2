// Without -g the object has no section for debug information, for all that chains
// are made from debug locations inside; a unit in which nothing is to be counted
// has the sections that it has without the pass.
//
// RUN: %cc -O2 -c %s -o %t.o && llvm-readelf -S -W %t.o | %FileCheck %s
// RUN: %cc -O0 -c %s -o %t.o && llvm-readelf -S -W %t.o | %FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.o && llvm-readelf -S -W %t.o | %FileCheck %s --check-prefix=DEBUG
// RUN: %cc -O2 -DNOTHING -c %s -o %t.o && %clang -O2 -DNOTHING -c %s -o %t.plain.o
// RUN: llvm-objcopy %t.o %t.1 && llvm-objcopy %t.plain.o %t.2 && cmp %t.1 %t.2
//
// CHECK-NOT: .debug
// CHECK: .init_array
// CHECK-NOT: .debug
// DEBUG: .debug_info
#include <stdlib.h>
#ifndef NOTHING
void *allocates(void) { return malloc(24); }
#endif
int counts(int N) { return N + 1; }
