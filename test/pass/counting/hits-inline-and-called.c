// A hit is a call of the runtime where the allocator is called, or of a gate, and inline
// where it was inlined and a run of the function, or a round of the loop, may come by without
// a call of another one: in loops, in functions that do little else, and in those that do
// somewhat more where they often come by. Not where bytes count, in cold functions, and at
// -O0. Shared code calls through its state, which holds a function that does nothing until
// the module is registered, code of executables through a word of the runtime.
//
// RUN: %cc -O2 -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s
// RUN: %cc -O2 -g -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s
// RUN: %cc -Os -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=CALLED
// RUN: %cc -Oz -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=CALLED
// RUN: %cc -O0 -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=CALLED
// RUN: %cc -O2 -femulated-tls -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=CALLED
// RUN: %cc -O2 -fPIC -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s --check-prefix=SHARED
// RUN: %cc -O2 -c %s -o %t.o && llvm-objdump -dr --no-show-raw-insn --disassemble-symbols=onCalloc %t.o | %FileCheck %s --check-prefix=CODE
//
// CALLED-NOT: asm sideeffect
// CALLED-NOT: call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CALLED: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CALLED-NOT: asm sideeffect
// CALLED-NOT: call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
//
// SHARED: @allocsite.state = internal global {{.*}}@allocsite.uncounted.behind{{.*}}@allocsite.go.on.1
// SHARED-LABEL: define {{.*}}@onMalloc(
// SHARED: load {{.*}}@allocsite.state
// SHARED: call {{.*}}(i64 {{.*}}40, {{.*}}@allocsite.tags{{.*}}@malloc
// SHARED-LABEL: define {{.*}}@onCalloc(
// SHARED: call {{.*}}@calloc(
// SHARED: [[COUNT:%[0-9]+]] = load {{.*}}@allocsite.state
// SHARED: call x86_regcallcc {{.*}}({{.*}}, i64 %{{[a-z0-9.]+}}, i64 40)
// SHARED: define internal x86_regcallcc {{.*}}@allocsite.uncounted.behind(
// SHARED: ret {{.*}}%0
#include "../Inputs/arena.h"
#include <stdlib.h>

// CHECK-LABEL: define {{.*}}@onMalloc(
// CHECK-NOT:   @__allocsite_{{miss|count}}
// CHECK:       load {{.*}}@__allocsite_gate_1_of_1_v{{[0-9]+}}
// CHECK:       call {{.*}}(i64 {{.*}}40, {{.*}}@allocsite.tags{{.*}}@malloc
// CHECK-NOT:   @__allocsite_{{miss|count}}
// CHECK:       {{^}}}
void *onMalloc(void) { return malloc(40); }

// The bytes are no argument.
// CHECK-LABEL: define {{.*}}@onCalloc(
// CHECK-NOT:   @{{__allocsite_miss|allocsite.tags}}
// CHECK:       call {{.*}}@calloc(
// CHECK:       load {{.*}}@__allocsite_count_behind_v{{[0-9]+}}
// CHECK:       call x86_regcallcc {{.*}}({{.*}}, i64 %{{[a-z0-9.]+}}, i64 40)
// CHECK-NOT:   @__allocsite_miss
// CHECK:       {{^}}}
//
// The result stays where it was returned.
// CODE:      calloc
// CODE-NOT:  mov{{.*}}%rax
// CODE:      call{{q?}} *(%rip)
// CODE-NEXT: __allocsite_count_behind_v{{[0-9]+}}
// CODE-NOT:  mov{{.*}}%rax
// CODE:      ret
void *onCalloc(void) { return calloc(10, 4); }

// A constant size is in the word of the site.
// CHECK-LABEL: define {{.*}}@shortOne(
// CHECK:       [[CONTEXT:%[0-9a-z.]+]] = load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
// CHECK:       mul i64 [[CONTEXT]],
// CHECK:       load i64, {{.*}}@allocsite.tags
// CHECK-NOT:   mul
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       {{^}}}
void *shortOne(struct Arena *A) { return take(A, 24); }

// Another is one value for the tag and for the row, undefined or not.
// CHECK-LABEL: define {{.*}}@shortOneOfAnySize(
// CHECK:       [[CONTEXT:%[0-9a-z.]+]] = load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
// CHECK:       [[N:%[0-9a-z.]+]] = freeze i64 [[GIVEN:%[0-9a-z.]+]]
// CHECK-NOT:   i64 [[GIVEN]]{{[,)]}}
// CHECK:       mul i64 [[CONTEXT]],
// CHECK:       load i64, {{.*}}@allocsite.tags
// CHECK:       mul i64 [[N]],
// CHECK-NOT:   i64 [[GIVEN]]{{[,)]}}
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}({{.*}}, i64 [[N]], i64
// CHECK:       {{^}}}
void *shortOneOfAnySize(struct Arena *A, size_t Size) { return take(A, Size); }

// CHECK-LABEL: define {{.*}}@rare(
// CHECK-NOT:   @__allocsite_miss
// CHECK:       call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK-NOT:   @__allocsite_miss
// CHECK:       {{^}}}
__attribute__((cold)) void *rare(struct Arena *A) { return take(A, 24); }

#define TEN(...) FIVE(__VA_ARGS__) FIVE(__VA_ARGS__)
#define FIVE(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__

// CHECK-LABEL: define {{.*}}@longOne(
// CHECK-NOT:   @__allocsite_miss
// CHECK:       call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK-NOT:   @__allocsite_miss
// CHECK:       {{^}}}
void *longOne(struct Arena *A, volatile long *At) {
  TEN(*At ^= 1; *At ^= 2; *At ^= 4;)
  TEN(*At ^= 1; *At ^= 2; *At ^= 4;)
  return take(A, 24);
}

// CHECK-LABEL: define {{.*}}@longerOne(
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       {{^}}}
void *longerOne(struct Arena *A, volatile long *At) {
  TEN(*At ^= 1; *At ^= 2; *At ^= 4;)
  return take(A, 24);
}

// CHECK-LABEL: define {{.*}}@longerOneSeldom(
// CHECK-NOT:   @__allocsite_miss
// CHECK:       call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK-NOT:   @__allocsite_miss
// CHECK:       {{^}}}
void *longerOneSeldom(struct Arena *A, volatile long *At) {
  TEN(*At ^= 1; *At ^= 2; *At ^= 4;)
  return __builtin_expect(*At == 7, 0) ? take(A, 24) : 0;
}

// What -g says of variables makes no function long.
// CHECK-LABEL: define {{.*}}@withVariables(
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       {{^}}}
void *withVariables(struct Arena *A, volatile long *At) {
  TEN({
    long One = *At;
    long Two = *At;
    long Three = *At;
    (void)One, (void)Two, (void)Three;
  })
  return take(A, 24);
}

// CHECK-LABEL: define {{.*}}@longOneInALoop(
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       {{^}}}
void longOneInALoop(struct Arena *A, volatile long *At) {
  TEN(*At ^= 1; *At ^= 2; *At ^= 4;)
  while (*At)
    if (*At == 7)
      *(long *)take(A, 24) = 1;
}

// The arena is refilled by a call, but not in each round.
// CHECK-LABEL: define {{.*}}@loopThatRefills(
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       {{^}}}
void loopThatRefills(struct Arena *A, volatile long *At) {
  while (*At) {
    if (*At == 7)
      *(long *)take(A, 24) = 1;
    if (__builtin_expect(*At == 8, 0))
      other();
  }
}

// Each round makes a call, be it far from the allocation.
// CHECK-LABEL: define {{.*}}@loopThatCalls(
// CHECK-NOT:   @__allocsite_miss
// CHECK:       call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK-NOT:   @__allocsite_miss
// CHECK:       {{^}}}
void loopThatCalls(struct Arena *A, volatile long *At) {
  while (*At) {
    if (*At == 7)
      *(long *)take(A, 24) = 1;
    if (*At == 8)
      *At ^= 1;
    other();
  }
}

// CHECK-LABEL: define {{.*}}@shortOneThatCalls(
// CHECK-NOT:   @__allocsite_miss
// CHECK:       call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
// CHECK-NOT:   @__allocsite_miss
// CHECK:       {{^}}}
void *shortOneThatCalls(struct Arena *A, volatile long *At) {
  void *Taken = take(A, 24);
  if (*At == 7)
    *At ^= 1;
  other();
  return Taken;
}

// Calls of itself are what it does a second time.
// CHECK-LABEL: define {{.*}}@shortOneThatRecurses(
// CHECK:       call {{.*}}@__allocsite_miss_v{{[0-9]+}}(
// CHECK:       {{^}}}
long *shortOneThatRecurses(struct Arena *A, long Depth) {
  long *Taken = take(A, 24);
  if (Depth) {
    Taken[0] = (long)shortOneThatRecurses(A, Depth - 1);
    Taken[1] = (long)shortOneThatRecurses(A, Depth - 1);
  }
  return Taken;
}
