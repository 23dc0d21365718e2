// Rows whose texts and size agree are one row: two ids of the optimiser's making
// for one place. Two sites of one place are kept apart by their repeat, two
// without a place by their ordinal.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s --check-prefix=SIZE
// RUN: %FileCheck %s --input-file=%t.csv
//
// csv=skip: seven columns, arenas alone, and rows that agree in those are one;
// allocators= chooses otherwise.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=csv=skip:output=%t.skip.csv %t
// RUN: %FileCheck %s --input-file=%t.skip.csv --check-prefix=SKIP
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=allocators=all:csv=skip:output=%t.skip.csv %t
// RUN: %FileCheck %s --input-file=%t.skip.csv --check-prefix=SKIPALL
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=allocators=arena:output=%t.arena.csv %t
// RUN: %FileCheck %s --input-file=%t.arena.csv --check-prefix=ARENA

// SIZE: Dumping log of size 4
// CHECK: {{^}}pc0,
// CHECK-NEXT: "main",-,-,-,24,2,48,"Pool::get",-,"a.c:3:5"
// CHECK-NEXT: "main",-,-,-,24,1,24,"Pool::get",-,"a.c:3:5#2"
// CHECK-NEXT: "main",-,-,-,24,1,24,"Pool::get",-,"main#7"
// CHECK-NEXT: "main",-,-,-,24,1,24,"malloc",-,"a.c:4:5"{{.*}}
// CHECK-NOT: {{.}}
// SKIP: {{^}}pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes{{$}}
// SKIP-NEXT: {{^}}"main",-,-,-,24,4,96{{$}}
// SKIP-NOT: {{.}}
// SKIPALL: {{^}}"main",-,-,-,24,5,120{{$}}
// ARENA: ,allocator,type,site
// ARENA: "Pool::get"
// ARENA-NOT: malloc
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main");
  uint32_t Sites[] = {
      Module.site(Main, Module.frame(Main, "a.c", 3)),
      Module.site(Main, Module.frame(Main, "a.c", 3)),
      Module.site(Main, Module.frame(Main, "a.c", 3, 0, 2)),
      Module.site(Main, Module.frame(Main, "", 7)),
      Module.site(Main, Module.frame(Main, "a.c", 4), "malloc", 0),
  };
  Module.load();
  for (uint32_t Site : Sites)
    Module.allocate(Site, 24);
}
