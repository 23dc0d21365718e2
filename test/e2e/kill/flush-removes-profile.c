// What ends a process without exit handlers, in instrumented code, writes the CSV
// first; the profile is not needed any more and is removed. After an exec that
// failed the program counts on (exec-that-fails-loses-nothing.c).
//
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/0.csv TMPDIR=%t.dir %t 0
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/1.csv TMPDIR=%t.dir not --crash %t 1
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/2.csv TMPDIR=%t.dir %t 2
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/3.csv TMPDIR=%t.dir %t 3
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/4.csv TMPDIR=%t.dir %t 4
// RUN: %files %t.dir | %FileCheck %s --check-prefix=FILES
// RUN: %rows --sum "call count" %t.dir/3.csv | %FileCheck %s --check-prefix=ONE
// RUN: %rows --sum "call count" %t.dir/4.csv | %FileCheck %s --check-prefix=MANY
//
// FILES:      {{^}}0.csv
// FILES-NEXT: {{^}}1.csv
// FILES-NEXT: {{^}}2.csv
// FILES-NEXT: {{^}}3.csv
// FILES-NEXT: {{^}}4.csv
// FILES-NOT:  {{.}}
// ONE:        {{^}}1{{$}}
// MANY:       {{^}}20001{{$}}
#include <stdlib.h>
#include <unistd.h>

static void *volatile Sink;

int main(int Count, char **Arguments) {
  (void)Count;
  Sink = malloc(10);
  switch (atoi(Arguments[1])) {
  case 0:
    _exit(0);
  case 1:
    abort();
  case 2:
    quick_exit(0);
  case 3:
    execl("/bin/true", "true", (char *)NULL);
    break;
  case 4:
    execl("/nowhere", "nowhere", (char *)NULL);
    for (int Size = 0; Size < 20000; ++Size) {
      Sink = malloc(Size);
      free(Sink);
    }
  }
  return 0;
}
