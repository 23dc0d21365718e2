// A function that ends in a tail call is absent; the step is believed where the
// callee leads to where we are by tail calls, and only there.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// main calls first, which jumps to second, which jumps to leaf.
// CHECK-DAG: "leaf","main",-,-,1,1,1,
// lonely jumps nowhere.
// CHECK-DAG: "leaf",-,-,-,2,1,2,
// dispatch jumps through a pointer.
// CHECK-DAG: "leaf","main",-,-,3,1,3,
// sort_it jumps to qsort, which called back.
// CHECK-DAG: "leaf","qsort","main",-,4,1,4,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), Leaf = Module.function("leaf"),
           First = Module.function("first"), Second = Module.function("second"),
           Lonely = Module.function("lonely"),
           Dispatch = Module.function("dispatch"),
           SortIt = Module.function("sort_it"),
           Qsort = Module.function("qsort", Play::Foreign);
  Module.tailCall(SortIt, Qsort);
  Module.tailCall(Second, Leaf);
  Module.tailCall(Dispatch, 0);
  Module.tailCall(Second, First); // a cycle ends
  Module.tailCall(First, Second);
  uint32_t Targets[] = {First, Lonely, Dispatch, SortIt}, Calls[4];
  for (int I = 0; I < 4; ++I)
    Calls[I] = Module.call(Main, Module.frame(Main, "a.c", I + 1), Targets[I]);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  Module.load();
  for (int I = 0; I < 4; ++I) {
    Calling A(Module, Calls[I]);
    Module.allocate(Site, I + 1);
  }
}
