// What was unloaded and is loaded again has the numbers that it had, also among many.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %rows --cols "pc0,call count" %t.csv | sort -u -t'|' -k2 | %FileCheck %s
// RUN: %rows %t.csv | count 2000
//
// CHECK: |3{{$}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <stdio.h>

int main() {
  constexpr int Modules = 2000;
  static uint64_t Bases[Modules];
  for (int I = 0; I < 3 * Modules; ++I) {
    char Name[16];
    sprintf(Name, "leaf%04d", I % Modules);
    Play *Module = new Play();
    uint32_t Leaf = Module->function(Name);
    uint32_t Frame = Module->frame(Leaf, "a.c", 1);
    uint32_t Site = Module->site(Leaf, Frame);
    Module->call(Leaf, Frame, Leaf);
    Module->load(ALLOCSITE_MODULE_PIC);
    Module->allocate(Site, 8);
    uint64_t &Before = Bases[I % Modules];
    if (Before && Before != Module->State.SiteBase) {
      printf("%s has other numbers\n", Name);
      return 1;
    }
    Before = Module->State.SiteBase;
    delete Module;
  }
}
