// A loop that counts in a register does so also where the allocator of the file is not
// inlined: its calls that fail count as made. One without that mechanism looks at each
// result.
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.d/pool.cfg:verify=1 %cc -O2 -S -emit-llvm %t.d/main.c -o - | %FileCheck %s --check-prefix=IR
// IR-LABEL: define {{.*}}@work(
// IR: call {{.*}}@pool_alloc(
// IR-NOT: __allocsite_count_behind
// IR: ret void
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.d/pool.cfg:verify=1 %cc -O2 %t.d/main.c -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | %FileCheck %s --check-prefix=MADE --implicit-check-not={{.}}
// MADE: {{^}}pool_alloc|16|100|1600{{$}}
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.d/pool.cfg:verify=1:without=loop-counts %cc -O2 %t.d/main.c -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count,total bytes' %t.csv | sort | %FileCheck %s --check-prefix=APART --implicit-check-not={{.}}
// APART: {{^}}pool_alloc (failed)|16|40|0{{$}}
// APART-NEXT: {{^}}pool_alloc|16|60|960{{$}}

//--- pool.cfg
alloc:pool_alloc size=0
//--- main.c
#include <stddef.h>
static char Room[960];
static size_t Used;

__attribute__((noinline)) void *pool_alloc(size_t Size) {
  if (Used + Size > sizeof(Room))
    return 0;
  Used += Size;
  return Room + Used - Size;
}

__attribute__((noinline)) void work(void **Into, int Count) {
  for (int I = 0; I < Count; ++I)
    Into[I] = pool_alloc(16);
}

int main(void) {
  static void *volatile Made[100];
  work((void **)Made, 100);
}
