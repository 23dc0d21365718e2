// A child counts for itself, in a file of its own beside the parent's.
//
// RUN: %cc -O2 %s -o %t && rm -f %t-*.csv %t.csv
// RUN: %run_rows | %FileCheck %s
// RUN: ls %t-*.csv | count 1
// RUN: %rows --short %t-*.csv | %FileCheck %s --check-prefix=CHILD
//
// CHECK:      {{^}}work|main|-|-|10|3{{$}}
// CHECK-NOT:  {{.}}
// CHILD:      {{^}}work|main|-|-|20|5{{$}}
// CHILD-NOT:  {{.}}
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;
__attribute__((noinline)) void work(int Size) { Sink = malloc(Size); }

int main(void) {
  for (int I = 0; I < 3; ++I)
    work(10);
  int Child = fork();
  for (int I = 0; I < 5 && !Child; ++I)
    work(20);
  if (Child)
    wait(NULL);
  return 0;
}
