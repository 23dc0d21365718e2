// What each function of the C library asks for, in bytes: count × size, the new
// size, the length and one.
//
// RUN: %cc -O0 %s -o %t && %run_rows | count 11
// RUN: %rows --cols 'allocator,bytes allocated' %t.csv | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | count 11
// RUN: %rows --cols 'allocator,bytes allocated' %t.csv | %FileCheck %s
//
// CHECK:      {{^}}valloc|5000{{$}}
// CHECK-NEXT: {{^}}memalign|1024{{$}}
// CHECK-NEXT: {{^}}posix_memalign|512{{$}}
// CHECK-NEXT: {{^}}aligned_alloc|256{{$}}
// CHECK-NEXT: {{^}}reallocarray|210{{$}}
// CHECK-NEXT: {{^}}realloc|200{{$}}
// CHECK-NEXT: {{^}}malloc|100{{$}}
// CHECK-NEXT: {{^}}calloc|56{{$}}
// CHECK-NEXT: {{^}}wcsdup|24{{$}}
// CHECK-NEXT: {{^}}strdup|12{{$}}
// CHECK-NEXT: {{^}}{{(__)?}}strndup|4{{$}}
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void *volatile Sink;
static volatile size_t Zero;

int main(void) {
  void *P = malloc(100 + Zero);
  P = realloc(P, 200 + Zero);
  Sink = P;
  Sink = reallocarray(NULL, 30 + Zero, 7);
  Sink = calloc(7 + Zero, 8);
  Sink = aligned_alloc(64, 256 + Zero);
  Sink = memalign(64, 1024 + Zero);
  Sink = valloc(5000 + Zero);
  if (posix_memalign(&P, 64, 512 + Zero))
    return 1;
  Sink = P;
  Sink = strdup(&"hello world"[Zero]);
  Sink = strndup(&"hello world"[Zero], 3);
  Sink = wcsdup(&L"hello"[Zero]);
  return 0;
}
