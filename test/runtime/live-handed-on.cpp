// An allocator that hands on what another one gave it: the block is alive under the last that
// counted it, once, and goes when it is freed. That is no free that nobody has seen.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:lifetimes=1:own-peaks=1 %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %rows --cols "site,bytes allocated,call count,live count,peak bytes,freed count,temporary count,lifetime bytes,own peak bytes" %t.csv | %FileCheck %s --check-prefix=ROWS
//
// CHECK: live at exit: 2 blocks, 200 bytes; peak 500 bytes; freed 8 blocks, 1 of them temporary
// CHECK-NEXT: handed on: 5 blocks, alive under the allocator that handed them out last
// CHECK-NOT: unseen
// ROWS-DAG: {{^}}a.c:1:5|100|5|0|0|5|0|0|100{{$}}
// ROWS-DAG: {{^}}a.c:2:5|100|5|2|500|3|1|700|500{{$}}
#include "Inputs/PlayLive.h"

static PlayLive Module;
static void *handOn(size_t Size) { return Module.take(0, Size); }

int main() {
  void *Blocks[5];
  for (void *&Each : Blocks)
    Each = Module.takeOf(handOn, 1, 100);
  free(Blocks[4]);
  free(Blocks[0]); // 4 more came
  free(Blocks[1]);
}
