// A call site for which its translation unit had no number left is no frame, and what
// called it is not shown as if it had called the callee.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "leaf",-,-,-,8,1,8,
// CHECK-DAG: "leaf","near",-,-,16,1,16,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Near = Module.function("near");
  uint32_t Leaf = Module.function("leaf");
  uint32_t ToAny = Module.call(Main, Module.frame(Main, "a.c", 1), 0);
  uint32_t ToLeaf = Module.call(Near, Module.frame(Near, "a.c", 2), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 3));
  Module.load();
  const uint32_t Beyond = 0;
  Calling Outer(Module, ToAny);
  Calling Middle(Module, Beyond);
  Module.allocate(Site, 8);
  Calling Inner(Module, ToLeaf);
  Module.allocate(Site, 16);
}
