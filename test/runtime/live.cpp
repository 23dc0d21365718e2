// live=1 follows blocks: what is alive at exit, the peak, what was freed, what was temporary
// (freed with no other allocation of the thread between), what realloc did; all beside the
// counts, which stay what they are. A block of a site that is not of blocks is not followed.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:verbosity=2 %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %rows --cols "bytes allocated,call count,site" %t.csv | %FileCheck %s --check-prefix=ROWS
// RUN: %rows --cols "site,bytes allocated,live count,live bytes,peak bytes,freed count,temporary count" %t.csv \
// RUN:   | %FileCheck %s --check-prefix=LIVE
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2> %t.off
// RUN: head -1 %t.csv | %FileCheck %s --check-prefix=TEN
// RUN: %FileCheck %s --input-file=%t.off --check-prefix=OFF
// RUN: %rows --cols "bytes allocated,call count,site" %t.csv | %FileCheck %s --check-prefix=ROWS
//
// The same where the program has not what stands in front of free, but a library that is
// preloaded; with neither it says what to do, and counts as always.
// RUN: %runtime_cxx %s -o %t.plain
// RUN: env LD_PRELOAD=%libraries/liballocsite.so SKIP_HEAP_PROFILE=1 \
// RUN:   ALLOCSITE_OPTIONS=output=%t.csv:live=1:verbosity=2 %t.plain 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t.plain 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=UNSEEN
// RUN: head -1 %t.csv | %FileCheck %s --check-prefix=TEN
// RUN: %runtime_static %s %frees -o %t.static
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t.static 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefixes=UNSEEN,STATIC
// UNSEEN: warning: live=1: what is freed is not seen, so what is alive is not counted;
// STATIC-SAME: this program is static: link it dynamically
// UNSEEN-NOT: live at
//
// CHECK: live at exit: 3 blocks, 6200 bytes; peak 11000 bytes; freed 15 blocks, 3 of them temporary{{$}}
// CHECK-NEXT: reallocated: 1 in place, 1 moved, 40 bytes copied
// CHECK-NOT: unseen
// CHECK: freed, but not counted: {{[1-9][0-9]*}} blocks
// OFF-NOT: live at
// ROWS-DAG: {{^}}1000|11|a.c:1:5{{$}}
// ROWS-DAG: {{^}}10|3|a.c:2:5{{$}}
// ROWS-DAG: {{^}}100|1|a.c:3:5{{$}}
// ROWS-DAG: {{^}}40|1|a.c:4:5{{$}}
// ROWS-DAG: {{^}}5000|1|a.c:4:5{{$}}
// ROWS-DAG: {{^}}200|1|a.c:5:5{{$}}
// ROWS-NOT: {{.}}
// LIVE-DAG: {{^}}a.c:1:5|1000|1|1000|11000|10|0{{$}}
// LIVE-DAG: {{^}}a.c:2:5|10|0|0|0|3|3{{$}}
// LIVE-DAG: {{^}}a.c:3:5|100|0|0|0|1|0{{$}}
// LIVE-DAG: {{^}}a.c:4:5|40|0|0|0|1|0{{$}}
// LIVE-DAG: {{^}}a.c:4:5|5000|1|5000|0|0|0{{$}}
// LIVE-DAG: {{^}}a.c:5:5|200|1|200|0|0|0{{$}}
// LIVE-NOT: {{.}}
// TEN: {{^}}pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site{{$}}
#include "Inputs/PlayLive.h"

int main() {
  static PlayLive Module;
  void *Blocks[11];
  for (void *&Each : Blocks) // the peak: 11,000 bytes
    Each = Module.take(0, 1000);
  for (int I = 0; I < 10; ++I) // the last one is not freed, so no temporary one
    free(Blocks[I]);
  for (int I = 0; I < 3; ++I)
    free(Module.take(1, 10)); // three temporary ones
  void *Grown = Module.take(2, 100);
  Grown = Module.resize(3, Grown, 40); // in place; what it was before was no temporary one
  Module.take(4, 200);                 // in the way
  Module.resize(3, Grown, 5000);       // so it moves
  free(malloc(50)); // not counted
  free(malloc(50));
  return 0;
}
