// A local function that ends in a call of another stays on the stack, and so is a frame, but
// where it has to end so (musttail): also where functions cannot be passed their context in a
// register, since what is patched into their entries may use that.
//
// RUN: for Flags in '' -fpatchable-function-entry=4 '%if x86_64 %{-mfentry%} -pg' -fPIC; do \
// RUN:   mkdir -p %t.dir && cd %t.dir && %cc -O2 $Flags %s -o %t && %run_rows | sort | %FileCheck %s || exit 1; \
// RUN: done
//
// CHECK:      {{^}}leaf|main|-|-|1|1{{$}}
// CHECK-NEXT: {{^}}leaf|walk|leaf|walk|3|1{{$}}
// CHECK-NEXT: {{^}}leaf|walk|main|-|3|1{{$}}
// CHECK-NEXT: {{^}}needs|main|-|-|2|1{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static void *volatile Sink;
static volatile long One = 1;

static long walk(long N);
__attribute__((noinline)) static long leaf(long Size, long N) {
  Sink = malloc(Size);
  return N ? walk(N) + One : One;
}
__attribute__((noinline)) static long needs(long Size, long N) {
  Sink = malloc(Size);
  return N + One;
}
__attribute__((noinline)) static long ends(long A, long B) {
  if (A == 1)
    __attribute__((musttail)) return leaf(A, B);
  __attribute__((musttail)) return needs(A, B);
}
__attribute__((noinline)) static long walk(long N) { return leaf(3, N - 1); }

int main(void) {
  return ends(One, 0) + ends(One + 1, 0) + walk(One + 1) == 0;
}
