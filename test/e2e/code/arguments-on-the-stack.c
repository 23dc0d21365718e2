// A call whose arguments lie in its caller's frame is no tail call, whatever marks it
// bears: its function keeps its frame.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK: {{^}}many|step|main|-|24|1{{$}}
#include <stdlib.h>
static void *volatile Sink;
__attribute__((noinline)) int many(int A, int B, int C, int D, int E, int F, int G,
                                   int H, int I, int J) {
  Sink = malloc(24);
  return A + B + C + D + E + F + G + H + I + J;
}
__attribute__((noinline)) int step(int N) { return many(N, 1, 2, 3, 4, 5, 6, 7, 8, 9); }
int main(void) {
  int Sum = step(1);
  Sink = 0;
  return Sum - 46;
}
