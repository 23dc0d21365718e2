// A function that calls itself by its name is two frames, however deep it is. Where it does
// so through a pointer each call is recorded, since it may be of any function: the rows show
// two frames here too, but outer callers are pushed out.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}byPointer|byPointer|…|…|20|6{{$}}
// CHECK-NEXT: {{^}}byName|byName|outer|main|10|8{{$}}
// CHECK-NEXT: {{^}}byPointer|byPointer|outer|main|20|1{{$}}
// CHECK-NEXT: {{^}}byPointer|byPointer|outer|…|20|1{{$}}
// CHECK-NEXT: {{^}}byPointer|outer|main|-|20|1{{$}}
// CHECK-NEXT: {{^}}byName|outer|main|-|10|1{{$}}
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
