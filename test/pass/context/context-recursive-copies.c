// A short function that allocates and calls itself has a copy for those calls, in which the
// word stays what it is: the thread's, or an argument where others are called as well. Not so what another body may replace, what is not to be there
// twice, what cannot allocate without a call, and what is compiled for size.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cc -O1 -g -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cc -Os -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
// RUN: %cc -O0 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
// RUN: env ALLOCSITE_PASS_OPTIONS=depth=0 %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
//
// NONE-NOT: specialized
#include "../Inputs/arena.h"

void *malloc(size_t);

struct Node {
  struct Node *Left, *Right;
};

// CHECK-NOT:   define {{.*}}@{{[a-zA-Z]*}}.specialized
// CHECK-LABEL: define {{.*}}@tree(
// CHECK-NOT:     {{store i64 .*@__allocsite_thread}}
// CHECK-COUNT-2: call {{.*}}@allocsite.settle.tree.specialized.1({{[^,]*}}, i32 {{[^,]*}})
// CHECK:       {{^}}}
struct Node *tree(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  N->Left = tree(A, Depth - 1);
  N->Right = tree(A, Depth - 1);
  return N;
}

void *unknown(void);
// CHECK-NOT:   define {{.*}}@{{[a-zA-Z]*}}.specialized
// CHECK-LABEL: define {{.*}}@toLeaves(
// CHECK-COUNT-2: call {{.*}}@toLeaves.specialized.1({{.*}} nest
// CHECK:       {{^}}}
struct Node *toLeaves(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return unknown();
  struct Node *N = take(A, sizeof *N);
  N->Left = toLeaves(A, Depth - 1);
  N->Right = toLeaves(A, Depth - 1);
  return N;
}

// CHECK-NOT: define {{.*}}@{{[a-zA-Z]*}}.specialized
__attribute__((weak)) struct Node *replaced(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  N->Left = replaced(A, Depth - 1);
  return N;
}

struct Node *withLabels(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  __asm__ volatile("onlyOne: nop");
  N->Left = withLabels(A, Depth - 1);
  return N;
}

// What is called may be another's.
struct Node *alias(struct Arena *A, unsigned Depth);
struct Node *throughAlias(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  N->Left = alias(A, Depth - 1);
  return N;
}
struct Node *alias(struct Arena *A, unsigned Depth) __attribute__((weak, alias("throughAlias")));

// One of its calls is of another type.
struct Node *asOther(double) __asm__("otherwise");
struct Node *otherwise(struct Arena *A, unsigned Depth) __asm__("otherwise");
struct Node *otherwise(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = take(A, sizeof *N);
  N->Left = Depth > 7777 ? asOther(1.5) : 0;
  N->Right = otherwise(A, Depth - 1);
  return N;
}

// Other calls take more time.
struct Node *among(struct Arena *A, unsigned Depth) {
  if (!Depth)
    return unknown();
  struct Node *N = take(A, sizeof *N);
  N->Left = among(A, Depth - 1);
  N->Right = unknown();
  return N;
}

struct Node *ofOthers(unsigned Depth) {
  if (!Depth)
    return 0;
  struct Node *N = malloc(sizeof *N);
  N->Left = ofOthers(Depth - 1);
  return N;
}

// CHECK-LABEL: define internal {{.*}}@tree.specialized.1(
// CHECK-NOT:     {{nest|mul i64|store i64 .*@__allocsite_thread}}
// CHECK-COUNT-2: call {{.*}}@tree.specialized.1(
// CHECK-NOT:     {{nest|mul i64|store i64 .*@__allocsite_thread}}
// CHECK:       {{^}}}

// CHECK-LABEL: define internal {{.*}}@toLeaves.specialized.1({{.*}} nest
// CHECK:         [[WORD:%.*]] = freeze i64
// CHECK:         [[ONE:%.*]] = inttoptr i64 [[WORD]] to
// CHECK:         call {{.*}}@toLeaves.specialized.1({{.*}} nest {{.*}}[[ONE]])
// CHECK:         [[TWO:%.*]] = inttoptr i64 [[WORD]] to
// CHECK:         call {{.*}}@toLeaves.specialized.1({{.*}} nest {{.*}}[[TWO]])
// CHECK:       {{^}}}
// CHECK-NOT:   define {{.*}}@{{[a-zA-Z]*}}.specialized
