// Of a module that has no row and no call of a context nothing is read, where callees are
// those who allocate or call.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK: "leaf","main",-,-,1,1,1,
#include "Inputs/Play.h"

int main() {
  static Play Before, Mine, Behind;
  uint32_t Main = Mine.function("main"), Leaf = Mine.function("leaf"),
           Call = Mine.call(Main, Mine.frame(Main, "a.c", 1), Leaf),
           Site = Mine.site(Leaf, Mine.frame(Leaf, "a.c", 9));
  for (Play *Each : {&Before, &Mine, &Behind})
    Each->load();
  calling(Mine, Call, [&] { Mine.allocate(Site, 1); });
  Before.close();
  Behind.close();
}
