// A function that ends by jumping to another is absent from the chain, as in any
// unwinder, and no frame is wrong. tail-frames=keep makes it an ordinary call.
//
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:tail-frames=keep %cxx -O2 %s -o %t && %run_rows | %FileCheck %s --check-prefix=KEEP
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s --check-prefix=KEEP
// RUN: %cxx -O2 -fno-optimize-sibling-calls %s -o %t && %run_rows | %FileCheck %s --check-prefix=KEEP
//
// CHECK:     {{^}}leaf|{{(jumps\|)?}}main|-|-|16|4{{$}}
// CHECK-NOT: {{.}}
// KEEP:      {{^}}leaf|jumps|main|-|16|4{{$}}
// KEEP-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

// It may reach jumps again, for all that the optimiser knows.
extern void (*volatile Again)(int);
void (*volatile Again)(int);

__attribute__((noinline)) void leaf(int N) {
  Sink = std::malloc(16);
  if (N < 0)
    Again(N);
  Sink = nullptr;
}
__attribute__((noinline)) void jumps(int N) { leaf(N); }

int main() {
  for (int I = 0; I < 4; ++I)
    jumps(I);
}
