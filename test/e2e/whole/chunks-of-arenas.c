// The chunks that an arena of a library takes are allocations too, besides the objects in them: a
// thousand objects of 32 bytes are in chunks of 4064, of which the first 4048 are for objects.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g -w %s -o %t
// RUN: %profile %t && %rows --short --cols "pc0,bytes allocated,call count,allocator,through" %t.csv | %FileCheck %s
// CHECK-DAG: {{^}}fill|4064|7|malloc|libc.so.6
// CHECK-DAG: {{^}}main|4064|1|malloc|libc.so.6
// CHECK-DAG: {{^}}fill|32|{{[0-9]+}}|obstack_finish|-
// CHECK-DAG: {{^}}fill|32|7|_obstack_newchunk|-
#include <obstack.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static struct obstack objects;

__attribute__((noinline)) static void fill(void) {
  for (int i = 0; i != 1000; ++i)
    obstack_alloc(&objects, 32);
}

int main(void) {
  obstack_init(&objects);
  fill();
  return 0;
}
