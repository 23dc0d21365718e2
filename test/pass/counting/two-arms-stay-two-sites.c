// SimplifyCFG and its kin would make one call of two equal ones: source sites stay
// apart, for library calls and for arena methods that are inlined.
//
// RUN: %cc -O1 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cc -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cc -O3 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cc -Os -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cc -Oz -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=PLAIN
//
// PLAIN-LABEL: define {{.*}}@heap(
// PLAIN: call {{.*}}@malloc(
// PLAIN-NOT: @malloc(
// PLAIN: ret
//
// CHECK-LABEL: define {{.*}}@heap(
// CHECK: load {{.*}}@__allocsite_gate_1_of_1_v{{[0-9]+}}
// CHECK: call {{.*}}@allocsite.tags
// CHECK: load {{.*}}@__allocsite_gate_1_of_1_v{{[0-9]+}}
// CHECK: call {{.*}}@allocsite.tags
// CHECK: ret
// CHECK-LABEL: define {{.*}}@arena(
// CHECK: call {{.*}}@{{__allocsite_miss|allocsite.tags}}{{.*}}i64 24{{[,)]}}
// CHECK: call {{.*}}@{{__allocsite_miss|allocsite.tags}}{{.*}}i64 24{{[,)]}}
// CHECK: ret
#include <stdlib.h>

void *heap(int C) {
  void *P;
  if (C)
    P = malloc(24);
  else
    P = malloc(24);
  return P;
}

extern char *Next;
static void *SKIP_Obstack_alloc(size_t Size) {
  void *Result = Next;
  Next += Size;
  return Result;
}

void *arena(int C) {
  void *P;
  if (C)
    P = SKIP_Obstack_alloc(24);
  else
    P = SKIP_Obstack_alloc(24);
  return P;
}
