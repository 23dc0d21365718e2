// A call that fails is told by its result also where an allocator of the program was not
// inlined, where it is called through a pointer, and where it is told of its site. What was
// inlined has no result to look at: its call counts as made.
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.d/pool.cfg:verify=1 %cc -O0 %t.d/main.c -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | sort | %FileCheck %s --check-prefixes=CHECK,O0 --implicit-check-not={{.}}
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.d/pool.cfg:verify=1 %cc -O2 %t.d/main.c -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | sort | %FileCheck %s --check-prefixes=CHECK,O2 --implicit-check-not={{.}}
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.d/pool.cfg:verify=1 %cc -O2 -g -fPIC %t.d/main.c -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | sort | %FileCheck %s --check-prefixes=CHECK,O2 --implicit-check-not={{.}}
//
// CHECK:      {{^}}lib_alloc (failed)|70368744177664|2|0{{$}}
// CHECK-NEXT: {{^}}lib_alloc|20|3|60{{$}}
// CHECK-NEXT: {{^}}malloc (failed)|70368744177664|1|0{{$}}
// CHECK-NEXT: {{^}}malloc|30|1|30{{$}}
// CHECK-NEXT: {{^}}pool_alloc (failed)|500|4|0{{$}}
// CHECK-NEXT: {{^}}pool_alloc|10|5|50{{$}}
// O0-NEXT:    {{^}}small_alloc (failed)|500|1|0{{$}}
// O0-NEXT:    {{^}}small_alloc|10|1|10{{$}}
// O2-NEXT:    {{^}}small_alloc|10|1|10{{$}}
// O2-NEXT:    {{^}}small_alloc|500|1|500{{$}}
// CHECK-NEXT: {{^}}told_alloc (failed)|500|2|0{{$}}
// CHECK-NEXT: {{^}}told_alloc|10|3|30{{$}}

//--- pool.cfg
alloc:pool_alloc size=0
alloc:small_alloc size=0
alloc:told_alloc size=0 aware=told_alloc_at
pointer:lib_alloc size=0
//--- main.c
#include <stddef.h>
#include <stdlib.h>
static char Room[1024];
static size_t Used;
static volatile size_t Few = 10, Many = 500, Big = (size_t)1 << 46;
static void *volatile P;

__attribute__((noinline)) void *pool_alloc(size_t Size) {
  if (Size > 100)
    return 0;
  Used += Size;
  return Room + Used - Size;
}
static inline void *small_alloc(size_t Size) { return Size > 100 ? 0 : Room + Size; }
void *told_alloc(size_t Size) { return Size > 100 ? 0 : Room + Size; }
__attribute__((noinline)) void *told_alloc_at(size_t Size, unsigned long Site,
                                              unsigned long Context) {
  return Size > 100 ? 0 : Room + Size;
}
void *(*lib_alloc)(size_t) = malloc;
static void *(*own_alloc)(size_t) = malloc;

int main(void) {
  for (int I = 0; I < 9; ++I)
    P = pool_alloc(I % 2 ? Many : Few);
  P = small_alloc(Few);
  P = small_alloc(Many);
  for (int I = 0; I < 5; ++I)
    P = told_alloc(I % 2 ? Many : Few);
  for (int I = 0; I < 5; ++I)
    P = lib_alloc(I % 2 ? Big : 20);
  for (int I = 0; I < 2; ++I)
    P = own_alloc(I % 2 ? Big : 30);
}
