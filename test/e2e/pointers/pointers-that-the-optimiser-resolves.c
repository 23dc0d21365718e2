// A call through a pointer that never changes is a site of what it points to: of its own,
// under the name of what is called, and not the site of another call that the optimiser has
// made one of that name.
//
// RUN: %cc -O2 -g %s -o %t && %profile %t
// RUN: %rows --short --cols "pc0,bytes allocated,call count,allocator,site" %t.csv | %FileCheck %s --check-prefixes=CHECK,PLACES
// RUN: %cc -O1 %s -o %t && %profile %t
// RUN: %rows --short --cols "pc0,bytes allocated,call count,allocator,site" %t.csv | %FileCheck %s --check-prefixes=CHECK,NUMBERS
//
// CHECK-DAG:   {{^}}main|12|1|realloc|{{.*}}{{:23:|#2}}
// PLACES-DAG:  {{^}}main|7|1|malloc|{{.*}}.c:22:
// NUMBERS-DAG: {{^}}main|7|1|malloc|main#1
// CHECK-DAG:   {{^}}other|9|1|malloc|
// PLACES-DAG:  {{^}}other|20|1|calloc|{{.*}}.c:27:
// NUMBERS-DAG: {{^}}other|20|1|calloc|other#1
#include <stdlib.h>
static void *volatile Sink;
static void *(*Take)(size_t) = malloc;
static void *(*Zero)(size_t, size_t) = calloc;
static void other(void);
int main(void) {
  Sink = Take(7);
  Sink = realloc(NULL, 12);
  other();
}
__attribute__((noinline)) static void other(void) {
  Sink = Zero(1, 20);
  Sink = malloc(9);
  char *Cleared = malloc(21);
  __builtin_memset(Cleared, 0, 21);
  Sink = Cleared;
}
