// Two calls of one function, on two arms of a branch, that the optimiser makes one:
// what they lead to is counted the same, under the function that holds them. Frames
// that were inlined there, on one arm alone, are absent.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s --check-prefix=APART
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g %s -o %t && %run_rows | %FileCheck %s
//
// APART:      {{^}}makes|right|chooses|main|21|2{{$}}
// APART-NEXT: {{^}}makes|left|chooses|main|10|2{{$}}
// APART-NOT:  {{.}}
// CHECK:      {{^}}makes|chooses|main|-|21|2{{$}}
// CHECK-NEXT: {{^}}makes|chooses|main|-|10|2{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static void *volatile Sink;

__attribute__((noinline)) static void makes(int Size) {
  Sink = malloc(Size);
  Sink = NULL;
}
static inline void left(int Size) {
  makes(Size);
  Sink = NULL;
}
static inline void right(int Size) {
  makes(Size + 1);
  Sink = NULL;
}
__attribute__((noinline)) static void chooses(int Left) {
  if (Left)
    left(10);
  else
    right(20);
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 4; ++I)
    chooses(I & 1);
}
