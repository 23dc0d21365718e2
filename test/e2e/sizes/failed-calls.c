// A call that fails makes nothing. It counts in a row of its own, by the bytes that were
// asked for, and adds nothing to what any allocator handed out: whatever tells that it has
// failed, a null, a status, or a size that no object can have. A null for no bytes, by which
// realloc says that it has freed, is none.
//
// RUN: %cc -O0 %s -o %t && %run_rows | count 19
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | count 19
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | %FileCheck %s
// RUN: %cc -O2 -fPIC -fno-omit-frame-pointer %s -o %t && %run_rows | count 19
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | %FileCheck %s
//
// What was handed out, as if nothing had failed:
// CHECK:      {{^}}aligned_alloc|128|1|128{{$}}
// CHECK-NEXT: {{^}}realloc|100|1|100{{$}}
// CHECK-NEXT: {{^}}posix_memalign|77|1|77{{$}}
// CHECK-NEXT: {{^}}malloc|24|3|72{{$}}
// CHECK-NEXT: {{^}}calloc|72|1|72{{$}}
// CHECK-NEXT: {{^}}reallocarray|48|1|48{{$}}
// CHECK-NEXT: {{^}}malloc|24|1|24{{$}}
// CHECK-NEXT: {{^}}strdup|4|1|4{{$}}
// CHECK-NEXT: {{^}}realloc|0|1|0{{$}}
//
// What was not:
// CHECK-NEXT: {{^}}posix_memalign (failed)|24|1|0{{$}}
// CHECK-NEXT: {{^}}aligned_alloc (failed)|70368744177664|1|0{{$}}
// CHECK-NEXT: {{^}}posix_memalign (failed)|70368744177664|1|0{{$}}
// CHECK-NEXT: {{^}}posix_memalign (failed)|70368744177664|1|0{{$}}
// CHECK-NEXT: {{^}}realloc (failed)|70368744177664|1|0{{$}}
// CHECK-NEXT: {{^}}malloc (failed)|70368744177664|2|0{{$}}
// CHECK-NEXT: {{^}}calloc (failed)|140737488355328|1|0{{$}}
// CHECK-NEXT: {{^}}calloc (failed)|9223372036854775807|1|0{{$}}
// CHECK-NEXT: {{^}}malloc (failed)|9223372036854775807|1|0{{$}}
// CHECK-NEXT: {{^}}reallocarray (failed)|9223372036854775807|1|0{{$}}
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
static void *volatile P;
static volatile size_t Most = (size_t)-8, Big = (size_t)1 << 46, Some = 24;
static volatile int Status;
int main(void) {
  void *Block;
  P = malloc(Most);
  for (int I = 0; I < 2; I++)
    P = malloc(Big);
  for (int I = 0; I < 3; I++)
    P = malloc(Some);
  Block = malloc(Some);
  P = realloc(Block, Big);
  P = realloc(Block, 100);
  P = realloc(P, 0);
  P = calloc(Big, Big);
  P = calloc(Big, 2);
  P = calloc(3, Some);
  P = reallocarray(0, Big, Big);
  P = reallocarray(0, 2, Some);
  P = aligned_alloc(64, Big);
  P = aligned_alloc(64, 128);
  Status = posix_memalign(&Block, 64, Big);
  Status = posix_memalign(&Block, 3, Some); // no alignment
  (void)!posix_memalign(&Block, 64, Big);
  (void)!posix_memalign(&Block, 64, 77);
  P = Block;
  P = strdup("abc");
}
