// Of modules that may be unloaded, there may be more than chunks to copy them to, and
// each may be as large as a chunk: all are counted.
//
// REQUIRES: full
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.asprof %t 2>&1 | %FileCheck %s
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=SUM
//
// CHECK-NOT: no memory
// SUM: {{^}}700{{$}}
#include "Inputs/Play.h"
#include <stdio.h>

int main() {
  for (int I = 0; I < 700; ++I) {
    char Name[16];
    sprintf(Name, "leaf%03d", I);
    Play *Module = new Play();
    uint32_t Leaf = Module->function(Name);
    uint32_t Site = Module->site(Leaf, Module->frame(Leaf, "a.c", 1));
    Module->load(ALLOCSITE_MODULE_PIC, ALLOCSITE_ABI_VERSION, 50000);
    Module->allocate(Site, 8);
    delete Module;
  }
}
