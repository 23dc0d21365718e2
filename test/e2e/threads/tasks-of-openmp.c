// Clang makes a function of a task, and one that the runtime of OpenMP calls to begin it:
// the latter is of no source and no frame.
//
// RUN: %cc -O0 -fopenmp %s -c -o %t.o && %clang -DRUNTIME -c %s -o %t.runtime.o
// RUN: %cc %t.o %t.runtime.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fopenmp %s -c -o %t.o
// RUN: %cc %t.o %t.runtime.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g -fopenmp %s -c -o %t.o
// RUN: %cc %t.o %t.runtime.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}{{.*omp_outlined.*}}|__kmpc_omp_task|inTask|main|10|1{{$}}
// CHECK-NOT: omp_task_entry
#include <stdlib.h>
#ifdef RUNTIME
struct Task {
  void *Shared;
  int (*Entry)(int, struct Task *);
};
int __kmpc_global_thread_num(void *Place) { return 0; }
struct Task *__kmpc_omp_task_alloc(void *Place, int Thread, int Flags, size_t Size,
                                   size_t SharedSize,
                                   int (*Entry)(int, struct Task *)) {
  struct Task *Made = calloc(1, Size + SharedSize);
  Made->Shared = (char *)Made + Size;
  Made->Entry = Entry;
  return Made;
}
int __kmpc_omp_task(void *Place, int Thread, struct Task *Begun) {
  return Begun->Entry(Thread, Begun);
}
#else
void *volatile Sink;
volatile int Begun;

__attribute__((noinline)) void inTask(void) {
#pragma omp task
  Sink = malloc(10);
  Begun = 1;
}
int main(void) {
  inTask();
  return Sink == 0;
}
#endif
