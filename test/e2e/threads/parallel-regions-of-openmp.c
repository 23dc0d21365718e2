// Clang makes a function of a parallel region, which the runtime of OpenMP calls. With -g it
// makes two, of which one calls the other: both are frames.
//
// RUN: %cc -O2 -fopenmp %s -c -o %t.o && %clang -DRUNTIME -c %s -o %t.runtime.o
// RUN: %cc %t.o %t.runtime.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g -fopenmp %s -c -o %t.o
// RUN: %cc %t.o %t.runtime.o -o %t && %run_rows | %FileCheck %s --check-prefix=DEBUG
//
// CHECK:      {{^}}{{.*}}omp_outlined{{.?}}|__kmpc_fork_call|inParallel|main|10|1{{$}}
// CHECK-NOT:  {{.}}
// DEBUG:      {{^}}{{.*}}omp_outlined{{.?}}_debug__|{{.*}}omp_outlined{{.?}}|__kmpc_fork_call|inParallel|10|1{{$}}
// DEBUG-NOT:  {{.}}
#ifdef RUNTIME
void __kmpc_fork_call(void *Place, int Count, void (*Region)(int *, int *), ...) {
  int Thread = 0;
  Region(&Thread, &Thread);
}
#else
#include <stdlib.h>

static void *volatile Sink;

__attribute__((noinline)) static void inParallel(void) {
#pragma omp parallel
  Sink = malloc(10);
  Sink = 0;
}

int main(void) {
  inParallel();
  return 0;
}
#endif
