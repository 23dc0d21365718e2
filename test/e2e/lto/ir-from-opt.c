// Any front end's IR: opt runs the pass in a whole pipeline, and a compiler that
// sees the result with the plugin again counts nothing twice.
//
// RUN: %clang -O1 -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt_pass -passes='default<O2>' %t.bc -o %t.opt.bc
// RUN: %clang -O2 %t.opt.bc -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %t.opt.bc -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %t.bc -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -emit-llvm -c %s -o %t.own.bc && %cc -O2 %t.own.bc -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|main|-|-|24|10{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>
static void *volatile Sink;
static void work(void) { Sink = malloc(24); }
int main(void) {
  for (int I = 0; I < 10; ++I)
    work();
  return 0;
}
