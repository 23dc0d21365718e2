// Allocations of one key in one block, as unrolling makes them, are counted by one
// addition, and by as many misses; also where those of another key stand between. Not
// so where a call stands between, where sizes differ, and at -O0.
//
// RUN: %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cc -O0 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
//
// NONE-NOT: addq
#include "../Inputs/arena.h"

// CHECK-LABEL: define {{.*}}@together(
// CHECK:         asm sideeffect "addq $$4, $0"
// CHECK-COUNT-4: call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK-NOT:     call {{.*}}@{{__allocsite_miss|allocsite.tags}}
// CHECK:         {{^}}}
void together(struct Arena *A) {
#pragma clang loop unroll(full)
  for (long I = 0; I < 4; ++I)
    *(long *)take(A, 24) = I;
}

// CHECK-LABEL: define {{.*}}@twoKeys(
// CHECK-NOT:   asm sideeffect "incq
// CHECK:       asm sideeffect "addq $$2, $0"
// CHECK-NOT:   asm sideeffect "incq
// CHECK:       asm sideeffect "addq $$2, $0"
// CHECK-NOT:   asm sideeffect "incq
// CHECK:       {{^}}}
void twoKeys(struct Arena *A) {
#pragma clang loop unroll(full)
  for (long I = 0; I < 2; ++I) {
    *(long *)take(A, 24) = I;
    *(long *)take(A, 32) = I;
  }
}

// Eight at most: so many may be made and not counted yet.
// CHECK-LABEL: define {{.*}}@many(
// CHECK:       asm sideeffect "addq $$8, $0"
// CHECK:       asm sideeffect "addq $$8, $0"
// CHECK-NOT:   asm sideeffect "addq
// CHECK:       {{^}}}
void many(struct Arena *A) {
#pragma clang loop unroll(full)
  for (long I = 0; I < 16; ++I)
    *(long *)take(A, 24) = I;
}

// CHECK-LABEL: define {{.*}}@aCallBetween(
// CHECK-NOT:   asm sideeffect "addq
// CHECK:       {{^}}}
void aCallBetween(struct Arena *A) {
#pragma clang loop unroll(full)
  for (long I = 0; I < 4; ++I) {
    *(long *)take(A, 24) = I;
    other();
  }
}

// CHECK-LABEL: define {{.*}}@otherSizes(
// CHECK-NOT:   asm sideeffect "addq
// CHECK:       {{^}}}
void otherSizes(struct Arena *A) {
  *(long *)take(A, 24) = 1;
  *(long *)take(A, 32) = 2;
}
