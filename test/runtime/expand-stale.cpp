// A word that does not fit is stale and cuts the chain with `-`: never a wrong
// name. The callee of the newest call is instrumented and is not where we are.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "leaf",-,-,-,1,1,1,
// An id of no module: pushed before its module was registered.
// CHECK-DAG: "leaf",-,-,-,2,1,2,
// CHECK-DAG: "leaf","main",-,-,3,1,3,
// CHECK-DAG: "leaf","middle",-,-,4,1,4,
// A site of no module: nothing is known, and nothing is invented.
// CHECK-DAG: {{^}}-,-,-,-,5,1,5,-,-,-{{$}}
#include "Inputs/Play.h"

int main() {
  static Play Module, Unregistered;
  uint32_t Main = Module.function("main"), Other = Module.function("other"),
           Middle = Module.function("middle"), Leaf = Module.function("leaf");
  uint32_t ToOther = Module.call(Main, Module.frame(Main, "a.c", 1), Other);
  uint32_t ToLeaf = Module.call(Main, Module.frame(Main, "a.c", 2), Leaf);
  uint32_t MiddleToLeaf =
      Module.call(Middle, Module.frame(Middle, "a.c", 4), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  Module.load();
  {
    Calling A(Module, ToOther);
    Module.allocate(Site, 1);
    Calling B(Module, MiddleToLeaf); // fits, but nobody called middle
    Module.allocate(Site, 4);
  }
  {
    Calling A(Unregistered, 1);
    Module.allocate(Site, 2);
  }
  Calling A(Module, ToLeaf);
  Module.allocate(Site, 3);
  Unregistered.allocate(1, 5);
}
