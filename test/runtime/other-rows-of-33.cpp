// Where a thread finds no room for new counters, 31 sites are kept apart (here that of
// the sizes that filled it, and 30 of 49). The rest is one row without a site, whose
// allocator is not known: allocators=arena shows it too. Calls and bytes are exact.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile:memory=1 %t
// RUN: %rows --where "pc0=(other)" --cols "bytes allocated,call count,site" %t.csv | sed 's/|a.c:.*/|site/' | grep "^24|" | sort | uniq -c | %FileCheck %s
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %rows --sum "total bytes" %t.csv | %FileCheck %s --check-prefix=BYTES
// RUN: %profile:memory=1:allocators=arena %t
// RUN: %rows %t.csv | %FileCheck %s --check-prefix=ARENA
//
// CHECK:      {{^ *30 }}24|3|site{{$}}
// CHECK-NEXT: {{^ *1 }}24|57|-{{$}}
// CHECK-NOT:  {{.}}
// CALLS:      {{^}}220147{{$}}
// BYTES:      {{^}}24221893528{{$}}
// ARENA:      {{^}}(other)|-|-|-|24|57{{$}}
// ARENA-NOT:  {{.}}
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Sites[50];
  for (uint32_t I = 0; I < 50; ++I)
    Sites[I] = Module.site(Main, Module.frame(Main, "a.c", I + 1), "malloc", 0);
  Module.load();
  for (uint64_t Size = 100; Size < 200100; ++Size)
    Module.allocate(Sites[0], Size);
  for (int I = 1; I < 50; ++I)
    for (int Times = 0; Times < 3; ++Times)
      Module.allocate(Sites[I], 24);
  // Those that are still in slots leave them.
  for (uint64_t Size = 200100; Size < 220100; ++Size)
    Module.allocate(Sites[0], Size);
}
