// What a function does that others call is known where its module has no row and no id
// of a context. Such a module is read for it.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// It jumps to one of another module, which jumps to leaf.
// CHECK-DAG: "leaf","main",-,-,1,1,1,
// It is an alias.
// CHECK-DAG: "leaf","main",-,-,2,1,2,
// It does neither.
// CHECK-DAG: "leaf",-,-,-,3,1,3,
// Nobody defines it.
// CHECK-DAG: "leaf","qsort","main",-,4,1,4,
// It is wrapped, by one that jumps to leaf.
// CHECK-DAG: "leaf","main",-,-,5,1,5,
// It is defined here, and another copy jumps to leaf.
// CHECK-DAG: "leaf","main",-,-,6,1,6,
// It is wrapped, by an alias of one that jumps to leaf.
// CHECK-DAG: "leaf","main",-,-,7,1,7,
// It is the __real_ one of a wrapped one that no module calls by its name.
// CHECK-DAG: "leaf","sort","__wrap_sort","main",8,1,8,
#include "Inputs/Play.h"

int main() {
  static Play Mine, First, Second, Alias, Lonely, Wrapper, Copy, AliasOfWrapper,
      Sorter;
  const char *Symbols[] = {"first", "leaf_alias", "lonely", "qsort", "wrapped",
                           "inlined", "aliased", "__wrap_sort"};
  uint32_t Main = Mine.function("main"), Leaf = Mine.function("leaf"), Calls[8];
  for (int I = 0; I < 8; ++I) {
    uint32_t Flags = I == 5 ? ALLOCSITE_FUNCTION_INSTRUMENTED : Play::Foreign;
    Calls[I] = Mine.call(Main, Mine.frame(Main, "a.c", I + 1),
                         Mine.function(Symbols[I], Flags));
  }
  uint32_t Site = Mine.site(Leaf, Mine.frame(Leaf, "a.c", 9));

  First.tailCall(First.function("first"), First.function("second", Play::Foreign));
  Second.tailCall(Second.function("second"), Second.function("leaf", Play::Foreign));
  Alias.function("leaf_alias", Play::Foreign, Alias.function("leaf"));
  Lonely.function("lonely");
  Wrapper.tailCall(Wrapper.function("__wrap_wrapped"),
                   Wrapper.function("leaf", Play::Foreign));
  Copy.tailCall(Copy.function("inlined"), Copy.function("leaf", Play::Foreign));
  uint32_t Aliasee = AliasOfWrapper.function("my_aliased");
  AliasOfWrapper.function("__wrap_aliased", Play::Foreign, Aliasee);
  AliasOfWrapper.tailCall(Aliasee, AliasOfWrapper.function("leaf", Play::Foreign));
  uint32_t Sort = Sorter.function("__wrap_sort"),
           CallOfReal = Sorter.call(Sort, Sorter.frame(Sort, "b.c", 1),
                                    Sorter.function("__real_sort", Play::Foreign));

  Play *All[] = {&First, &Alias,  &Lonely,         &Mine,   &Wrapper,
                 &Copy,  &Second, &AliasOfWrapper, &Sorter};
  for (Play *Each : All)
    Each->load();
  for (int I = 0; I < 7; ++I) {
    Calling A(Mine, Calls[I]);
    Mine.allocate(Site, I + 1);
  }
  Calling A(Mine, Calls[7]), B(Sorter, CallOfReal);
  Mine.allocate(Site, 8);
}
