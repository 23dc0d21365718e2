// A copy for recursion whose one allocation has one size counts in a register: it is passed
// what is pending, and returns it beside its result. Who calls the copy calls a function that
// settles. Settled is at 64 and before calls, ahead of the words that are stored for these.
// Not so where a run may call without an allocation, where there are two of them or sizes
// are not known, where the result takes two registers, and where an exception that a call of
// itself may throw would be caught.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O1 -g -fexceptions -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s
// RUN: %cc -O2 -fpatchable-function-entry=2 -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=PATCHED
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -fPIC -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=PIC
#include "../Inputs/arena.h"

struct Node {
  struct Node *Left, *Right;
};

void *refill(void), *leaf(void), forget(int *);

// CHECK-LABEL: define {{.*}}@tree(
// CHECK-COUNT-2: call {{.*}}@allocsite.settle.tree.specialized.1(
// CHECK-NOT:     call {{.*}}@tree.specialized.1(
// CHECK:       {{^}}}
static __attribute__((noinline)) struct Node *tree(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  N->Left = tree(A, Depth - 1);
  N->Right = tree(A, Depth - 1);
  return N;
}

static __attribute__((noinline)) void nothing(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return;
  struct Node *N = take(A, sizeof *N);
  nothing(A, Depth - 1);
  N->Left = 0;
}

static __attribute__((noinline)) double number(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 1;
  double *N = take(A, sizeof *N);
  *N = number(A, Depth - 1);
  return *N / 3;
}

static __attribute__((noinline)) struct Node *refilling(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  if (!A->Next)
    A->Next = refill();
  struct Node *N = take(A, sizeof *N);
  N->Left = refilling(A, Depth - 1);
  N->Right = refilling(A, Depth - 1);
  return N;
}

static __attribute__((noinline)) struct Node *leaves(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return leaf();
  struct Node *N = take(A, sizeof *N);
  N->Left = leaves(A, Depth - 1);
  N->Right = leaves(A, Depth - 1);
  return N;
}

static __attribute__((noinline)) struct Node *two(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  N->Left = two(A, Depth - 1);
  N->Right = take(A, 2 * sizeof *N);
  return N;
}

static __attribute__((noinline)) struct Node *sizes(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, Depth * sizeof *N);
  N->Left = sizes(A, Depth - 1);
  N->Right = sizes(A, Depth - 1);
  return N;
}

static __attribute__((noinline)) struct Node pair(struct Arena *A, unsigned Depth) {
  struct Node *N, Result = {0, 0};
  if (!Depth)
    return Result;
  N = take(A, sizeof *N);
  *N = pair(A, Depth - 1);
  Result.Left = N;
  Result.Right = N->Left;
  return Result;
}

static __attribute__((noinline)) struct Node *cleaned(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  {
    __attribute__((cleanup(forget))) int Cleaned = 0;
    N->Left = cleaned(A, Depth - 1);
    N->Right = cleaned(A, Depth - 1);
  }
  return N;
}

double all(struct Arena *A, unsigned Depth) {
  tree(A, Depth);
  nothing(A, Depth);
  double Sum = number(A, Depth);
  refilling(A, Depth);
  leaves(A, Depth);
  two(A, Depth);
  sizes(A, Depth);
  struct Node Pair = pair(A, Depth);
  A->Next = Pair.Left < Pair.Right ? 0 : A->Next;
  cleaned(A, Depth);
  return Sum;
}

// The thread's word is loaded where it is settled, and nothing else of the thread's.
//
// CHECK-LABEL: define internal {{(fastcc )?}}{ {{.*}}, i64 } @tree.specialized.1(
// CHECK-SAME:    , i64 [[PASSED:%[^ ]+]])
// CHECK-NOT:     thread
// CHECK:         [[MORE:%.*]] = add i64 [[PASSED]], 1
// CHECK-NEXT:    [[FULL:%.*]] = icmp uge i64 [[MORE]], 64
// CHECK-NOT:     thread
// CHECK:         [[WORD:%.*]] = load i64, {{.*}}@__allocsite_thread
// CHECK-NEXT:    call preserve_mostcc void @allocsite.settle(i64 [[WORD]], i64 {{.*}}, i64 [[MORE]], i64 16)
// CHECK-NOT:     thread
// CHECK:         [[NOW:%.*]] = phi i64 {{.*}}[[MORE]]
// CHECK:         [[LEFT:%.*]] = {{.*}}call {{.*}}{ {{.*}}, i64 } @tree.specialized.1({{.*}}, i64 [[NOW]])
// CHECK:         [[OF:%.*]] = extractvalue { {{.*}}, i64 } [[LEFT]], 1
// CHECK:         [[RIGHT:%.*]] = {{.*}}call {{.*}}{ {{.*}}, i64 } @tree.specialized.1({{.*}}, i64 [[OF]])
// CHECK:         extractvalue { {{.*}}, i64 } [[RIGHT]], 1
// CHECK-NOT:     thread
// CHECK:       {{^}}}
//
// CHECK-LABEL: define internal {{(fastcc )?}}{ i64 } @nothing.specialized.1({{.*}}, i64 %{{[^ ]+}})
// CHECK-LABEL: define internal {{(fastcc )?}}{ double, i64 } @number.specialized.1({{.*}}, i64 %{{[^ ]+}})
//
// CHECK-LABEL: define internal {{(fastcc )?}}{ {{.*}}, i64 } @refilling.specialized.1(
// CHECK-SAME:    nest %{{[^,]*}}, i64 [[PASSED:%[^ ]+]])
// CHECK:         call preserve_mostcc void @allocsite.settle(i64 [[WORD:%.*]], i64 {{.*}}, i64 [[PASSED]], i64 16)
// CHECK:         store i64 %{{.*}}, {{.*}}@__allocsite_thread
// CHECK-NEXT:    call {{.*}}@refill()
// CHECK:         [[MORE:%.*]] = add i64 %{{.*}}, 1
// CHECK:         call preserve_mostcc void @allocsite.settle(i64 [[WORD]], i64 {{.*}}, i64 [[MORE]], i64 16)
// CHECK-COUNT-2: call {{.*}}@refilling.specialized.1({{.*}} nest %{{.*}}, i64 %{{.*}})
// CHECK:       {{^}}}
//
// CHECK-LABEL: define internal {{.*}}@leaves.specialized.1(
// CHECK-NOT:     ({{.*}}, i64 %{{[^ ]+}}){{.*}}{
// CHECK:         "incq $0"
// CHECK-LABEL: define internal {{.*}}@two.specialized.1(
// CHECK:         "incq $0"
// CHECK-LABEL: define internal {{.*}}@sizes.specialized.1(
// CHECK:         "incq $0"
//
// The thread's word is still what it was.
//
// CHECK-LABEL: define internal {{.*}}@allocsite.settle.tree.specialized.1(
// CHECK-NOT:     load
// CHECK:         [[BOTH:%.*]] = call {{.*}}{ {{.*}}, i64 } @tree.specialized.1({{.*}}, i64 0)
// CHECK-NEXT:    [[NOW:%.*]] = extractvalue { {{.*}}, i64 } [[BOTH]], 1
// CHECK:         icmp {{eq|ne}} i64 [[NOW]], 0
// CHECK:         [[WORD:%.*]] = load i64, {{.*}}@__allocsite_thread
// CHECK-NEXT:    call preserve_mostcc void @allocsite.settle(i64 [[WORD]], i64 {{.*}}, i64 [[NOW]], i64 16)
// CHECK:         ret
// CHECK:       {{^}}}
// CHECK-LABEL: define internal {{.*}}void @allocsite.settle.nothing.specialized.1(
// CHECK-LABEL: define internal {{.*}}double @allocsite.settle.number.specialized.1(
// CHECK-LABEL: define internal {{.*}}@allocsite.settle.refilling.specialized.1({{.*}} nest %{{[^,]*}})
// CHECK-NOT:   @allocsite.settle.
//
// What cannot take the word in a register, and changes the thread's, does not count so.
//
// PATCHED:     define internal {{.*}}@refilling.specialized.1({{[^,]*}}, i32 {{[^,]*}})
// PATCHED:     define internal {{.*}}@allocsite.settle.tree.specialized.1(
// PATCHED-NOT: @allocsite.settle.refilling.
//
// PIC-LABEL: define internal {{(fastcc )?}}{ {{.*}}, i64 } @tree.specialized.1(
// PIC-NOT:     addrspace(257)
// PIC:         icmp uge i64
// PIC:         load i64, {{.*}}addrspace(257)
// PIC-NEXT:    call preserve_mostcc void @allocsite.settle(
// PIC:       {{^}}}
