// Calls that failed are counted where memory for counters has run out, too: of 31 sites with
// their names, and of all others in a row that is apart from those of calls that succeeded,
// since their bytes are in no total.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:memory=1 %t
// RUN: %rows --where "pc0=(other)" --cols "bytes allocated,call count,total bytes,allocator" %t.csv > %t.others
// RUN: awk -F'|' '$1 == 40 && $3 == 0 {N += $2} END {print N}' %t.others | %FileCheck %s --check-prefix=FAILED
// RUN: awk -F'|' '$1 == 24 {N += $3} END {print N}' %t.others | %FileCheck %s --check-prefix=MADE
// RUN: sort %t.others | %FileCheck %s
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=CALLS
//
// 49 sites fail three times each, then succeed as often.
//
// FAILED: {{^}}147{{$}}
// MADE:   {{^}}3528{{$}}
// CHECK:  {{^}}24|{{[0-9]+}}|{{[0-9]+}}|-{{$}}
// CHECK:  {{^}}40|{{[0-9]+}}|0|(failed){{$}}
// CHECK:  {{^}}40|3|0|malloc (failed){{$}}
// CALLS:  {{^}}220294{{$}}
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
      Module.fail(Sites[I], 40);
  for (int I = 1; I < 50; ++I)
    for (int Times = 0; Times < 3; ++Times)
      Module.allocate(Sites[I], 24);
  // Those that are still in slots leave them.
  for (uint64_t Size = 200100; Size < 220100; ++Size)
    Module.allocate(Sites[0], Size);
}
