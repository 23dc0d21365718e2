// Types come with -fplugin=, and from 22 on with -fpass-plugin= alone. Where the pass
// does not meet the source, in opt and in the link step, types are `-` and all else is
// as it was; what was found in the compile step stays.
//
// REQUIRES: types
//
// RUN: %typed_cc -O2 -g %s -o %t && %run_types | %FileCheck %s --check-prefix=TYPED
// RUN: %typed_cc -O2 -g -flto=thin %lld %s -o %t \
// RUN:   && %run_types | %FileCheck %s --check-prefix=TYPED
// RUN: %cc -O2 -g %s -o %t && %run_types \
// RUN:   | %FileCheck %s --check-prefix=%if llvm-ge-22 %{TYPED%} %else %{BARE%}
// RUN: %clang -O2 -g -S -emit-llvm %s -o %t.ll
// RUN: %opt_pass -passes='default<O2>' %t.ll -o %t.bc
// RUN: %clang %t.bc -o %t && %run_types | %FileCheck %s --check-prefix=BARE
//
// TYPED: {{^}}main|calloc|struct foo{{$}}
// TYPED-NEXT: {{^}}main|malloc|int{{$}}
// TYPED-NEXT: {{^}}main|malloc|struct foo *{{$}}
// BARE: {{^}}main|calloc|-{{$}}
// BARE-NEXT: {{^}}main|malloc|-{{$}}
// BARE-NEXT: {{^}}main|malloc|-{{$}}
#include <stdlib.h>
typedef struct foo { long A[3]; } foo_t;
void *volatile Sink;
int main(void) {
  foo_t *F = calloc(2, sizeof *F);
  Sink = F;
  int *I = malloc(7);
  Sink = I;
  Sink = malloc(3 * sizeof(foo_t *));
}
