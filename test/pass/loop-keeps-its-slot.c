// A loop that allocates in each round under one key finds the slot before it; a round
// loads neither the table nor its mask. Behind a miss and behind a call the slot is
// found again. Not so where the key is another in each round, where each round makes a
// call, where a setjmp may be returned to, and at -O0.
//
// RUN: %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cc -O2 -fPIC -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=PIC
// RUN: %cc -O0 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
#include <setjmp.h>
#include <stddef.h>

struct Arena {
  char *Next;
};
__attribute__((alloc_size(2), always_inline)) static inline void *
take(struct Arena *A, size_t Size) {
  void *Result = A->Next;
  A->Next += Size;
  return Result;
}
void other(void);
#define LOOP                                                                   \
  _Pragma("clang loop unroll(disable)") for (long I = 0; I < Rounds; ++I)

// The loads of slots and mask; then the block of a hit, without; then a miss.
// CHECK-LABEL: define {{.*}}@kept(
// CHECK:       load {{.*}}@__allocsite_thread_v3, i32 0, i32 1
// CHECK:       i64 -8
// CHECK:       phi
// CHECK-NOT:   i64 -8
// CHECK:       asm sideeffect "incq $0"
// CHECK-NOT:   i64 -8
// CHECK:       call {{.*}}@__allocsite_miss_v3(
// CHECK-NEXT:  load {{.*}}@__allocsite_thread_v3, i32 0, i32 1
// CHECK:       i64 -8
// CHECK:       call void @other(
// CHECK-NEXT:  load {{.*}}@__allocsite_thread_v3, i32 0, i32 1
// CHECK:       i64 -8
// CHECK-NOT:   i64 -8
// CHECK:       {{^}}}
// PIC-LABEL: define {{.*}}@kept(
// PIC:       select i1 {{.*}}@allocsite.unmatched
// PIC:       i64 -8
// PIC:       phi
// PIC-NOT:   i64 -8
// PIC:       asm sideeffect "incq $0"
// PIC:       {{^}}}
// NONE-NOT:  phi
void kept(struct Arena *A, long Rounds, long Rare) {
  LOOP {
    *(long *)take(A, 24) = I;
    if (I == Rare)
      other();
  }
}

// CHECK-LABEL: define {{.*}}@anySize(
// CHECK:       i64 -8
// CHECK:       phi
// CHECK-NOT:   i64 -8
// CHECK:       asm sideeffect "incq $0"
// CHECK:       {{^}}}
void anySize(struct Arena *A, long Rounds, unsigned Size) {
  LOOP *(long *)take(A, Size) = I;
}

// CHECK-LABEL: define {{.*}}@otherKeys(
// CHECK:       phi
// CHECK:       load {{.*}}@__allocsite_thread_v3, i32 0, i32 1
// CHECK:       asm sideeffect "incq $0"
// CHECK:       {{^}}}
void otherKeys(struct Arena *A, long Rounds) {
  LOOP *(long *)take(A, I) = I;
}

// CHECK-LABEL: define {{.*}}@calls(
// CHECK:       phi
// CHECK:       load {{.*}}@__allocsite_thread_v3, i32 0, i32 1
// CHECK:       asm sideeffect "incq $0"
// CHECK:       {{^}}}
void calls(struct Arena *A, long Rounds) {
  LOOP {
    *(long *)take(A, 24) = I;
    other();
  }
}

// CHECK-LABEL: define {{.*}}@returnedTo(
// CHECK:       phi
// CHECK:       load {{.*}}@__allocsite_thread_v3, i32 0, i32 1
// CHECK:       asm sideeffect "incq $0"
// CHECK:       {{^}}}
void returnedTo(struct Arena *A, long Rounds, jmp_buf *Buffer) {
  if (!setjmp(*Buffer))
    LOOP *(long *)take(A, 24) = I;
}
