// A handler that allocated jumps into a function that pushes nothing: it puts back the
// word that it found all the same, and its caller may trust it.
//
// RUN: for O in 0 1 2; do %cc -O$O %s -o %t && %run_rows | sort | %FileCheck %s || exit 1; done
//
// CHECK-DAG: {{^}}allocate|work|main|-|7|3{{$}}
// CHECK-DAG: {{^}}allocate|work|main|-|9|3{{$}}
// CHECK-NOT: {{^}}allocate|-
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static void *volatile Sink;
static sigjmp_buf Back;
static volatile int *volatile Nowhere;

static void handler(int Signal) {
  Sink = malloc(5);
  siglongjmp(Back, Signal);
}
__attribute__((noinline)) int guard(void) {
  if (sigsetjmp(Back, 1))
    return 1;
  return *Nowhere;
}
__attribute__((noinline)) void allocate(int Size) { Sink = malloc(Size); }
__attribute__((noinline)) int work(int Times) {
  int Jumps = 0;
  for (int I = 0; I < Times; ++I) {
    allocate(7);
    Jumps += guard();
    allocate(9);
  }
  return Jumps;
}

int main(int Count, char **Arguments) {
  (void)Arguments;
  signal(SIGSEGV, handler);
  return work(Count + 2) != 3;
}
