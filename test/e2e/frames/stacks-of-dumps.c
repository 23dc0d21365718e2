// A log that is written while the program runs has whole stacks as the last one has.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -I%include -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.dir/last.csv %t %t.dir/first.csv
// RUN: %allocsite report --depth 0 --by chain --format tsv %t.dir/first.csv | %FileCheck %s
// RUN: %allocsite report --depth 0 --by chain --format tsv %t.dir/last.csv | %FileCheck %s --check-prefix=LAST
//
// CHECK:     f ← e ← d ← c ← b ← a ← main
// CHECK-NOT: later
// LAST-DAG:  f ← e ← d ← c ← b ← a ← main
// LAST-DAG:  f ← e ← d ← c ← b ← a ← later ← main
#include "allocsite/control.h"
#include <stdlib.h>

static void *volatile Sink;

__attribute__((noinline)) void f(void) { Sink = malloc(8); Sink = NULL; }
__attribute__((noinline)) void e(void) { f(); Sink = NULL; }
__attribute__((noinline)) void d(void) { e(); Sink = NULL; }
__attribute__((noinline)) void c(void) { d(); Sink = NULL; }
__attribute__((noinline)) void b(void) { c(); Sink = NULL; }
__attribute__((noinline)) void a(void) { b(); Sink = NULL; }
__attribute__((noinline)) void later(void) { a(); Sink = NULL; }

int main(int Count, char **Arguments) {
  a();
  if (Count < 2 || allocsite_dump(Arguments[1]))
    return 1;
  later();
}
