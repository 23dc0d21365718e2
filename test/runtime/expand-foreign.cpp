// A function without instrumentation that called back stands as a frame by its
// name, and the chain goes on behind it.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "compare","qsort","sorter","main",1,1,1,
// An indirect call may lead anywhere: nothing to name.
// CHECK-DAG: "compare","sorter","main",-,2,1,2,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Sorter = Module.function("sorter"),
           Compare = Module.function("compare"),
           Qsort = Module.function("qsort", Play::Foreign);
  uint32_t ToSorter = Module.call(Main, Module.frame(Main, "a.c", 1), Sorter);
  uint32_t ToQsort = Module.call(Sorter, Module.frame(Sorter, "a.c", 2), Qsort);
  uint32_t Indirect = Module.call(Sorter, Module.frame(Sorter, "a.c", 3), 0);
  uint32_t Site = Module.site(Compare, Module.frame(Compare, "a.c", 9));
  Module.load();
  calling(Module, ToSorter, [&] {
    calling(Module, ToQsort, [&] { Module.allocate(Site, 1); });
    calling(Module, Indirect, [&] { Module.allocate(Site, 2); });
  });
}
