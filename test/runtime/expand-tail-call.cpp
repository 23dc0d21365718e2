// A function that ends in a jump to another is absent. The call of it has led to where we
// are, and its caller was on the stack. One that is not instrumented has called back.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// main calls first, which jumps to leaf.
// CHECK-DAG: "leaf","main",-,-,1,1,1,
// main calls qsort, which calls back.
// CHECK-DAG: "leaf","qsort","main",-,2,1,2,
// Further out.
// CHECK-DAG: "leaf","middle","main",-,3,1,3,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Leaf = Module.function("leaf"),
           Middle = Module.function("middle"), First = Module.function("first"),
           Qsort = Module.function("qsort", Play::Foreign);
  uint32_t ToFirst = Module.call(Main, Module.frame(Main, "a.c", 1), First);
  uint32_t ToQsort = Module.call(Main, Module.frame(Main, "a.c", 2), Qsort);
  uint32_t MiddleToLeaf = Module.call(Middle, Module.frame(Middle, "a.c", 3), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  Module.load();
  calling(Module, ToFirst, [&] { Module.allocate(Site, 1); });
  calling(Module, ToQsort, [&] { Module.allocate(Site, 2); });
  calling(Module, ToFirst, [&] {
    calling(Module, MiddleToLeaf, [&] { Module.allocate(Site, 3); });
  });
}
