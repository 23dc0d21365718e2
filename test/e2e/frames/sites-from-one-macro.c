// Two allocations that stand at one place, as those of a macro do, are two sites
// with -g too.
//
// RUN: %cc -O0 -g %s -o %t && %run_rows | count 2
// RUN: %rows --cols 'pc0,bytes allocated,site' %t.csv | %FileCheck %s
// RUN: %cc -O2 -g %s -o %t && %run_rows | count 2
// RUN: %rows --cols 'pc0,bytes allocated,site' %t.csv | %FileCheck %s
//
// CHECK-DAG: {{^}}main|24|[[PLACE:.*:15:3]]{{$}}
// CHECK-DAG: {{^}}main|24|[[PLACE]]#2{{$}}
#include <stdlib.h>
#define TWICE (Sink = malloc(24), Sink = malloc(24))
static void *volatile Sink;
int main(void) { (void)
  TWICE;
  return 0;
}
