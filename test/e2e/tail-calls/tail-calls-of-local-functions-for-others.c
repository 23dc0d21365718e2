// A function that only its own file calls keeps its frame when it ends in a call, as long as
// nobody whom others call ends in a call of it: such a caller is gone, so that what runs last
// has to put back the word that it was given, and there is no frame for who stands between.
//
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -DLAST %s -o %t && %run_rows | %FileCheck %s --check-prefix=LAST
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:tail-frames=keep %cc -O2 -DLAST %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}grow|replace|copy|main|30|1{{$}}
// CHECK-DAG: {{^}}grow|replace|prepare|main|60|1{{$}}
// LAST-DAG:  {{^}}grow|copy|main|-|30|1{{$}}
// LAST-DAG:  {{^}}grow|main|-|-|60|1{{$}}
#include <stdlib.h>

static void *volatile Sink;

// It may reach all of them again, for all that the optimiser knows.
void (*volatile Failed)(void);

__attribute__((noinline)) static char *grow(size_t N) {
  char *Room = malloc(N);
  if (!Room)
    Failed();
  return Room;
}
__attribute__((noinline)) static char *replace(size_t N) {
  free(Sink);
  return grow(N);
}
__attribute__((noinline)) void copy(size_t N) { Sink = replace(N); }
__attribute__((noinline)) char *prepare(size_t N) {
#ifndef LAST
  Sink = 0;
  char *Room = replace(N);
  Sink = Room;
  return Room;
#else
  return replace(N);
#endif
}

int main(void) {
  copy(30);
  Sink = prepare(60);
  return 0;
}
