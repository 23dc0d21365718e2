// What a function is that others call is known where its module has no row and no call of a
// context. Such a module is read for it: a function that is instrumented somewhere has not
// called back where its call led to another one; it has jumped there, or is another name of it.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// It is instrumented in another module, and jumps.
// CHECK-DAG: "leaf","main",-,-,1,1,1,
// It is an alias.
// CHECK-DAG: "leaf","main",-,-,2,1,2,
// Nobody defines it.
// CHECK-DAG: "leaf","qsort","main",-,3,1,3,
// It is wrapped, by one that jumps.
// CHECK-DAG: "leaf","main",-,-,4,1,4,
// It is wrapped, by an alias of one that jumps.
// CHECK-DAG: "leaf","main",-,-,5,1,5,
// Somebody has a local function of this name.
// CHECK-DAG: "leaf","hidden","main",-,6,1,6,
// It is the __real_ one of a wrapped one that no module calls by its name.
// CHECK-DAG: "leaf","sort","__wrap_sort","main",7,1,7,
#include "Inputs/Play.h"

int main() {
  static Play Mine, First, Alias, Wrapper, AliasOfWrapper, Hidden, Sorter;
  const char *Symbols[] = {"first",   "leaf_alias", "qsort",      "wrapped",
                           "aliased", "hidden",     "__wrap_sort"};
  uint32_t Main = Mine.function("main"), Leaf = Mine.function("leaf"), Calls[7];
  for (int I = 0; I < 7; ++I)
    Calls[I] = Mine.call(Main, Mine.frame(Main, "a.c", I + 1),
                         Mine.function(Symbols[I], Play::Foreign));
  uint32_t Site = Mine.site(Leaf, Mine.frame(Leaf, "a.c", 9));

  First.function("first");
  Alias.function("leaf_alias", Play::Foreign, Alias.function("leaf"));
  Wrapper.function("__wrap_wrapped");
  AliasOfWrapper.function("__wrap_aliased", Play::Foreign,
                          AliasOfWrapper.function("my_aliased"));
  Hidden.function("hidden", ALLOCSITE_FUNCTION_INSTRUMENTED | ALLOCSITE_FUNCTION_LOCAL);
  uint32_t Sort = Sorter.function("__wrap_sort"),
           CallOfReal = Sorter.call(Sort, Sorter.frame(Sort, "b.c", 1),
                                    Sorter.function("__real_sort", Play::Foreign));

  Play *All[] = {&First, &Alias, &Mine, &Wrapper, &AliasOfWrapper, &Hidden, &Sorter};
  for (Play *Each : All)
    Each->load();
  for (int I = 0; I < 6; ++I)
    calling(Mine, Calls[I], [&] { Mine.allocate(Site, I + 1); });
  calling(Mine, Calls[6], [&] {
    calling(Sorter, CallOfReal, [&] { Mine.allocate(Site, 7); });
  });
}
