// A call that passes the context on is no frame, also in a function that makes other calls
// too, which are frames: the last label before the return address counts.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "leaf","main",-,-,8,1,8,
// CHECK-DAG: "leaf","near","main",-,16,1,16,
// CHECK-DAG: "leaf","near","main",-,32,1,32,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Near = Module.function("near");
  uint32_t Leaf = Module.function("leaf");
  uint32_t ToAny = Module.call(Main, Module.frame(Main, "a.c", 1), 0);
  uint32_t ToLeaf = Module.call(Near, Module.frame(Near, "a.c", 2), Leaf);
  uint32_t Passing = Module.callThatPasses(Near, Module.frame(Near, "a.c", 3), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 3));
  Module.load();
  calling(Module, ToAny, [&] {
    calling(Module, Passing, [&] {
      Module.allocate(Site, 8);
      calling(Module, ToLeaf, [&] {
        Module.allocate(Site, 16);
        calling(Module, Passing, [&] { Module.allocate(Site, 32); });
      });
    });
  });
}
