// A call that is followed by the return of another value is no tail call, whatever
// marks it bears: its function keeps its frame.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}work|start|-|-|48|1{{$}}
// CHECK-DAG: {{^}}work|step|outer|main|24|1{{$}}
#include <pthread.h>
#include <stdlib.h>
static void *volatile Sink;
__attribute__((noinline)) void work(int Size) { Sink = malloc(Size); }
__attribute__((noinline)) int step(int Size) {
  work(Size);
  return 0;
}
__attribute__((noinline)) int outer(int Size) {
  int Result = step(Size);
  Sink = 0;
  return Result;
}
void *start(void *Argument) {
  work(48);
  return NULL;
}
int main(void) {
  pthread_t Thread;
  outer(24);
  pthread_create(&Thread, 0, start, 0);
  pthread_join(Thread, 0);
}
