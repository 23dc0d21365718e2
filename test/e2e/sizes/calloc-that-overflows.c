// A product of calloc that does not fit is as many bytes as can be said, not few.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}main|-|-|-|12|1{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|9223372036854775807|1{{$}}
#include <stdlib.h>
static void *volatile Sink;
static volatile size_t Big = (size_t)1 << 33, Three = 3;
int main(void) {
  Sink = calloc(Big, Big);
  Sink = calloc(Three, 4);
}
