// Skip's C functions with their declared signatures: one site each, the outermost,
// though one is written with the other.
//
// RUN: %cc -O0 %s -o %t && %run_rows && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
//
// CHECK:      {{^}}main|160|2|SKIP_Obstack_calloc{{$}}
// CHECK-NEXT: {{^}}main|96|2|SKIP_Obstack_alloc{{$}}
// CHECK-NOT:  {{.}}
#include <stddef.h>
#include <string.h>

static char Memory[4096], *Next = Memory;

__attribute__((noinline)) void *SKIP_Obstack_alloc(size_t Size) {
  void *Result = Next;
  Next += Size;
  return Result;
}

__attribute__((noinline)) void *SKIP_Obstack_calloc(size_t Size) {
  return memset(SKIP_Obstack_alloc(Size), 0, Size);
}

int main(void) {
  int I;
  for (I = 0; I < 2; ++I) {
    *(volatile char *)SKIP_Obstack_alloc(96) = 1;
    *(volatile char *)SKIP_Obstack_calloc(160) = 1;
  }
  return 0;
}
