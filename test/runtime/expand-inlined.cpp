// A physical call stands for its whole inline chain, innermost first; the fifth
// frame is cut. A function that calls itself is one frame, however deep and from whatever
// places; another function of the same name is a frame of its own.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "leaf","inner","outer","main",1,1,1,"Pool::get",-,"a.c:9:5"
// CHECK-DAG: "direct","main",-,-,2,1,2,
// CHECK-DAG: "direct","main",-,-,3,1,3,
// CHECK-DAG: "direct","direct","main",-,4,1,4,
#include "Inputs/Play.h"

static Play Module;
static uint32_t ToAgain, Elsewhere, InDirect;

static void recur(int Depth) {
  if (Depth)
    calling(Module, Depth & 1 ? ToAgain : Elsewhere, [&] { recur(Depth - 1); });
  else
    Module.allocate(InDirect, 3);
}

int main() {
  uint32_t Main = Module.function("main"), Outer = Module.function("outer"),
           Inner = Module.function("inner"), Leaf = Module.function("leaf"),
           Direct = Module.function("direct"),
           Other = Module.function("_Z6directi", ALLOCSITE_FUNCTION_INSTRUMENTED, 0, "direct");
  uint32_t InMain = Module.frame(Main, "a.c", 1);
  uint32_t InOuter = Module.frame(Outer, "a.c", 2, InMain);
  // main calls leaf, with inner and outer inlined; leaf has nothing inlined.
  uint32_t ToLeaf = Module.call(Main, Module.frame(Inner, "a.c", 3, InOuter), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  uint32_t ToDirect = Module.call(Main, Module.frame(Main, "a.c", 4), Direct);
  ToAgain = Module.call(Direct, Module.frame(Direct, "a.c", 21), Direct);
  Elsewhere = Module.call(Direct, Module.frame(Direct, "a.c", 22), Direct);
  uint32_t ToOther = Module.call(Direct, Module.frame(Direct, "a.c", 23), Other);
  uint32_t InOther = Module.site(Other, Module.frame(Other, "a.c", 24));
  InDirect = Module.site(Direct, Module.frame(Direct, "a.c", 20));
  Module.load();
  calling(Module, ToLeaf, [&] { Module.allocate(Site, 1); });
  calling(Module, ToDirect, [&] {
    Module.allocate(InDirect, 2);
    recur(5);
    calling(Module, ToOther, [&] { Module.allocate(InOther, 4); });
  });
}
