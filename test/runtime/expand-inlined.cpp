// A physical call stands for its whole inline chain, innermost first; the fifth
// frame is cut. Equal neighbours of one place are recursion and fold into one,
// equal names of different places do not.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "leaf","inner","outer","main",1,1,1,"Pool::get",-,"a.c:9:5"
// CHECK-DAG: "direct","main",-,-,2,1,2,
// CHECK-DAG: "direct","direct","main",-,3,1,3,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Outer = Module.function("outer"),
           Inner = Module.function("inner"), Leaf = Module.function("leaf"),
           Direct = Module.function("direct");
  uint32_t InMain = Module.frame(Main, "a.c", 1);
  uint32_t InOuter = Module.frame(Outer, "a.c", 2, InMain);
  // main calls leaf, with inner and outer inlined; leaf has nothing inlined.
  uint32_t ToLeaf = Module.call(Main, Module.frame(Inner, "a.c", 3, InOuter), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  uint32_t ToDirect = Module.call(Main, Module.frame(Main, "a.c", 4), Direct);
  uint32_t Again = Module.call(Direct, Module.frame(Direct, "a.c", 21), Direct);
  uint32_t InDirect = Module.site(Direct, Module.frame(Direct, "a.c", 20));
  Module.load();
  {
    Calling A(Module, ToLeaf);
    Module.allocate(Site, 1);
  }
  Calling A(Module, ToDirect);
  Module.allocate(InDirect, 2);
  Calling B(Module, Again), C(Module, Again);
  Module.allocate(InDirect, 3);
}
