// A function that calls itself is one frame, however deep it is, by its name and through a
// pointer: there each level has a context of its own, since the call may be of any function,
// but its row is the same.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}byPointer|outer|main|-|20|9{{$}}
// CHECK-NEXT: {{^}}byName|outer|main|-|10|9{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static void *volatile Sink;

static void byPointer(int Depth);
static void (*volatile Pointer)(int) = byPointer;

__attribute__((noinline)) static void byName(int Depth) {
  Sink = malloc(10);
  if (Depth)
    byName(Depth - 1);
  Sink = 0;
}

__attribute__((noinline)) static void byPointer(int Depth) {
  Sink = malloc(20);
  if (Depth)
    Pointer(Depth - 1);
  Sink = 0;
}

__attribute__((noinline)) static void outer(void) {
  byName(8);
  byPointer(8);
  Sink = 0;
}

int main(void) {
  outer();
  return 0;
}
