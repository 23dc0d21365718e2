// A gate passes on what the allocator takes, returns what it returned, counts the argument
// that is the size, where it hits and where it misses, and not what an allocator threw for.
// Whoever looks at the stack from inside finds the way out. Off, it only goes on to the
// allocator. -fPIC code is told of those that count, and off of none.
//
// RUN: %runtime_cxx -fexceptions %s -o %t && %profile %t > %t.out
// RUN: %rows --cols "bytes allocated,call count,site" %t.csv | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=OFF
// RUN: %FileCheck %s --check-prefix=ON --input-file=%t.out
//
// OFF: {{^}}told of 0, frames beyond: 0{{$}}
// ON:  {{^}}told of 6, frames beyond: 1{{$}}
// CHECK-DAG: {{^}}11|4|a.c:1:5{{$}}
// CHECK-DAG: {{^}}12|2|a.c:1:5{{$}}
// CHECK-DAG: {{^}}22|2|a.c:1:5{{$}}
// CHECK-DAG: {{^}}13|2|a.c:1:5{{$}}
// CHECK-DAG: {{^}}23|2|a.c:1:5{{$}}
// CHECK-DAG: {{^}}33|2|a.c:1:5{{$}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <cstdio>
#include <execinfo.h>

extern "C" {
#define DECLARE(Size, Of) extern AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of);
ALLOCSITE_GATES(DECLARE)
}

namespace {

bool Failed = false;
int FramesOfMain, FramesBeyond;

void expect(bool Is, const char *What) {
  if (Is)
    return;
  printf("not so: %s\n", What);
  Failed = true;
}

uint64_t one(uint64_t A) {
  expect(A == 11, "one argument");
  return A + 1000;
}
uint64_t two(uint64_t A, uint64_t B) {
  expect(A == 12 && B == 22, "two arguments");
  return A + B + 1000;
}
uint64_t three(uint64_t A, uint64_t B, uint64_t C) {
  expect(A == 13 && B == 23 && C == 33, "three arguments");
  return A + B + C + 1000;
}
uint64_t refuses(uint64_t) { throw 1; }

/// Beyond it are the one of who called, and the gate's where that calls.
uint64_t looks(uint64_t A) {
  void *Found[16];
  int Count = backtrace(Found, 16);
  FramesBeyond = Count - FramesOfMain - 2;
  return one(A);
}

template <typename... Numbers>
__attribute__((noinline, no_sanitize("function"))) uint64_t
through(AllocSiteGateFn Gate, const uint64_t *TagStart, uint64_t (*Allocator)(Numbers...),
        Numbers... Passed) {
  using Called = uint64_t (*)(Numbers..., uint64_t, const uint64_t *,
                              uint64_t (*)(Numbers...));
  uint64_t Result = reinterpret_cast<Called>(Gate)(
      Passed..., ALLOCSITE_SYM_THREAD.Context, TagStart, Allocator);
  __asm__ volatile("" ::: "memory"); // not a jump
  return Result;
}

} // namespace

int main() {
  static Play Module;
  uint32_t Main = Module.function("main");
  uint32_t Site = Module.site(Main, Module.frame(Main, "a.c", 1));
  Module.load();
  int Told = 0;
#define COUNT(Size, Of) Told += Module.State.Gate_##Size##_of_##Of != nullptr;
  ALLOCSITE_GATES(COUNT)
  void *Found[16];
  FramesOfMain = backtrace(Found, 16);

  uint64_t Start = Module.tagStart(Site);
  for (int Round = 0; Round < 2; ++Round) { // a miss, and a hit
    expect(through(ALLOCSITE_SYM_GATE(1, 1), &Start, one, UINT64_C(11)) == 1011,
           "the result of one");
    for (AllocSiteGateFn Gate : {ALLOCSITE_SYM_GATE(1, 2), ALLOCSITE_SYM_GATE(2, 2)})
      expect(through(Gate, &Start, two, UINT64_C(12), UINT64_C(22)) == 1034,
             "the result of two");
    for (AllocSiteGateFn Gate : {ALLOCSITE_SYM_GATE(1, 3), ALLOCSITE_SYM_GATE(2, 3),
                                 ALLOCSITE_SYM_GATE(3, 3)})
      expect(through(Gate, &Start, three, UINT64_C(13), UINT64_C(23), UINT64_C(33)) == 1069,
             "the result of three");
    expect(through(ALLOCSITE_SYM_GATE(1, 1), &Start, looks, UINT64_C(11)) == 1011,
           "the result of what looks");
  }
  bool Caught = false;
  try {
    through(ALLOCSITE_SYM_GATE(1, 1), &Start, refuses, UINT64_C(99));
  } catch (int) {
    Caught = true;
  }
  expect(Caught, "what is thrown comes through");
  printf("told of %d, frames beyond: %d\n", Told, FramesBeyond);
  return Failed;
}
