// Locations that -Rpass=__none__ keeps for types stay inside the compiler: no section
// of debug information, the same code, and nothing printed; a unit in which nothing is
// to be counted is what it is without the pass.
//
// REQUIRES: types
//
// RUN: %typed_cc -O2 -Rpass=__none__ -c %s -o %t.o 2>&1 | count 0
// RUN: llvm-readelf -S -W %t.o | %FileCheck %s
// RUN: %typed_cc -O0 -Rpass=__none__ -c %s -o %t.0.o && llvm-readelf -S -W %t.0.o | %FileCheck %s
// RUN: %cc -O2 -c %s -o %t.without.o
// RUN: llvm-objcopy -O binary -j .text %t.o %t.text
// RUN: llvm-objcopy -O binary -j .text %t.without.o %t.without.text
// RUN: cmp %t.text %t.without.text
// RUN: %typed_cc -O2 -Rpass=__none__ -DNOTHING -c %s -o %t.nothing.o
// RUN: %clang -O2 -DNOTHING -c %s -o %t.plain.o
// RUN: llvm-objcopy %t.nothing.o %t.1 && llvm-objcopy %t.plain.o %t.2 && cmp %t.1 %t.2
//
// CHECK-NOT: .debug
// CHECK: .init_array
// CHECK-NOT: .debug
#include <stdlib.h>
#ifndef NOTHING
int *allocates(void) { return malloc(24); }
#endif
int counts(int N) { return N + 1; }
