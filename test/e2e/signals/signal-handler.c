// A handler that allocates is counted, has raise as its caller, and the function
// that it interrupted goes on with its own callers.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|work|main|-|50|5{{$}}
// CHECK-NEXT: {{^}}leaf|handler|raise|work|30|5{{$}}
// CHECK-NOT:  {{.}}
#include <signal.h>
#include <stdlib.h>

static void *volatile Sink;

__attribute__((noinline)) void leaf(int Size) { Sink = malloc(Size); }

void handler(int Signal) {
  leaf(30);
  Sink = &Signal;
}

__attribute__((noinline)) void work(void) {
  raise(SIGUSR1);
  leaf(50);
  Sink = NULL;
}

int main(void) {
  signal(SIGUSR1, handler);
  for (int I = 0; I < 5; ++I)
    work();
  return 0;
}
