// What is counted after the log was written before an exit, by handlers of quick_exit
// and of SIGABRT, is not lost either: the log is written anew, or, where nobody can,
// the profile is there again with all of it.
//
// The profile comes back where the process has one thread, and qemu adds another one.
// REQUIRES: native
//
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t quick
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s
// RUN: %files %t.dir | count 0
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t abort
// RUN: %files %t.dir "*.asprof" | count 1
// RUN: %allocsite recover %t.dir/*.asprof | %rows --sum "call count" /dev/stdin | %FileCheck %s
//
// CHECK: {{^}}20000{{$}}
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void *volatile Sink;
static void allocate(void) {
  for (int Size = 0; Size < 10000; ++Size) {
    Sink = malloc(Size);
    free(Sink);
  }
}
static void handle(int Signal) {
  (void)Signal;
  allocate();
}

int main(int Count, char **Arguments) {
  (void)Count;
  at_quick_exit(allocate);
  signal(SIGABRT, handle);
  allocate();
  if (!strcmp(Arguments[1], "quick"))
    quick_exit(0);
  abort();
}
