// A loop that allocates in each round under one key counts in a register; a round
// stores nothing. The slot gets it at 64, before a call and where the loop is
// left. Not so where the key is another in each round, where each round makes a call,
// where a setjmp may be returned to, and at -O0.
//
// RUN: %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cc -O2 -fPIC -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=PIC
// RUN: %cc -O0 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
//
// NONE-NOT: "addq $1, $0"
#include <setjmp.h>
#include "../Inputs/arena.h"
#define LOOP                                                                   \
  _Pragma("clang loop unroll(disable)") for (long I = 0; I < Rounds; ++I)

// Behind the loop there is a hit and a miss; in the loop, and before the call in it, a call
// of what does the same.
// CHECK-LABEL: define {{.*}}@counted(
// CHECK-NOT:   "incq $0"
// CHECK:       icmp {{eq|ne}} i64 {{%.*}}, 0
// CHECK:       "addq $1, $0"
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       [[PENDING:%.*]] = phi i64 [ 0, {{.*}} ]
// CHECK:       [[MORE:%.*]] = add i64 [[PENDING]], 1
// CHECK-NEXT:  icmp uge i64 [[MORE]], 64
// CHECK-NOT:   "incq $0"
// CHECK-NOT:   "addq $1, $0"
// CHECK:       call preserve_mostcc void @allocsite.settle(i64 {{.*}}, i64 [[MORE]], i64 24)
// CHECK:       call preserve_mostcc void @allocsite.settle(i64 {{.*}}, i64 {{%.*}}, i64 24)
// CHECK:       call void @other(
// CHECK-NOT:   call
// CHECK:       {{^}}}
//
// Before it is registered a module has no slots, and where the profiler is off the lowest
// bit is set: the sign, once it is turned.
// PIC-LABEL: define {{.*}}@counted(
// PIC:       icmp uge i64 {{%.*}}, 64
// PIC:       call preserve_mostcc void @allocsite.settle(
// PIC:       {{^}}}
// PIC-LABEL: define internal preserve_mostcc void @allocsite.settle(
// PIC:       [[SLOTS:%.*]] = load {{.*}}addrspace(257)
// PIC-NEXT:  [[WORD:%.*]] = ptrtoint {{.*}}[[SLOTS]] to i64
// PIC-NEXT:  [[TURNED:%.*]] = call i64 @llvm.fshr.i64(i64 [[WORD]], i64 [[WORD]], i64 1)
// PIC-NEXT:  icmp sgt i64 [[TURNED]], 0
// PIC:       "addq $1, $0"
// PIC:       call {{.*}}preserve_mostcc void %
// PIC:       {{^}}}
void counted(struct Arena *A, long Rounds, long Rare) {
  LOOP {
    *(long *)take(A, 24) = I;
    if (I == Rare)
      other();
  }
}

// CHECK-LABEL: define {{.*}}@anySize(
// CHECK:       "addq $1, $0"
// CHECK:       icmp uge i64 {{%.*}}, 64
// CHECK:       call preserve_mostcc void @allocsite.settle(i64 {{.*}}, i64 {{.*}}, i64 %{{.*}}, i64 %{{.*}})
// CHECK:       {{^}}}
void anySize(struct Arena *A, long Rounds, unsigned Size) {
  LOOP *(long *)take(A, Size) = I;
}

// Each for itself.
// CHECK-LABEL: define {{.*}}@twoKeys(
// CHECK-NOT:   "incq $0"
// CHECK-COUNT-2: "addq $1, $0"
// CHECK-COUNT-2: call preserve_mostcc void @allocsite.settle(
// CHECK-NOT:   "addq $1, $0"
// CHECK:       {{^}}}
void twoKeys(struct Arena *A, long Rounds) {
  LOOP {
    *(long *)take(A, 24) = I;
    *(long *)take(A, 32) = I;
  }
}

// CHECK-LABEL: define {{.*}}@otherKeys(
// CHECK-NOT:   "addq $1, $0"
// CHECK:       "incq $0"
// CHECK:       {{^}}}
void otherKeys(struct Arena *A, long Rounds) {
  LOOP *(long *)take(A, I) = I;
}

// CHECK-LABEL: define {{.*}}@calls(
// CHECK-NOT:   "addq $1, $0"
// CHECK:       call {{.*}}@allocsite.tags
// CHECK-NOT:   "addq $1, $0"
// CHECK:       {{^}}}
void calls(struct Arena *A, long Rounds) {
  LOOP {
    *(long *)take(A, 24) = I;
    other();
  }
}

// CHECK-LABEL: define {{.*}}@returnedTo(
// CHECK-NOT:   "addq $1, $0"
// CHECK:       "incq $0"
// CHECK:       {{^}}}
void returnedTo(struct Arena *A, long Rounds, jmp_buf *Buffer) {
  if (!setjmp(*Buffer))
    LOOP *(long *)take(A, 24) = I;
}
