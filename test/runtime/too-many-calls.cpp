// 2^21 call sites a process: a module for which there are no ids left is counted
// all the same, its callers show as `-`, and one warning says so.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s --check-prefix=WARN
// RUN: %FileCheck %s --input-file=%t.csv

// WARN: enabled!
// WARN-NEXT: allocsite: warning: more than {{[0-9]+}} call sites
// WARN-NEXT: Dumping
// CHECK: "leaf",-,-,-,8,1,8,
#include "Inputs/Play.h"

int main() {
  static Play Large, Small, Smaller;
  Large.load(0, ALLOCSITE_ABI_VERSION,
             ALLOCSITE_ID_MASK - ALLOCSITE_FIRST_ID - 2);
  uint32_t Main = Small.function("main"), Leaf = Small.function("leaf");
  uint32_t Call = Small.call(Main, Small.frame(Main, "a.c", 1), Leaf);
  for (int I = 0; I < 10; ++I)
    Small.call(Main, Small.frame(Main, "a.c", 1), Leaf);
  uint32_t Site = Small.site(Leaf, Small.frame(Leaf, "a.c", 2));
  Small.load();
  Smaller.load(0, ALLOCSITE_ABI_VERSION, 4);
  if (Small.CallBase != 0)
    return 1;
  Calling C(Small, Call);
  Small.allocate(Site, 8);
}
