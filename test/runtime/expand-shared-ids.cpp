// Calls of one function share an id, and callees tell which call it was: few, and so many
// that they are looked up in an index. A callee is known by each of its names, and where
// two calls fit, the first is it; what none of them calls is stale.
//
// RUN: %runtime_cxx %s -o %t
// RUN: for Callees in 4 40; do \
// RUN:   %profile %t $Callees && \
// RUN:   %FileCheck %s --check-prefixes=CHECK,OF$Callees --input-file=%t.csv || exit 1; \
// RUN: done

// CHECK-DAG: "f0","main",-,-,1,1,1,"Pool::get",-,"b.c:1:5"
// OF4-DAG:   "f3","main",-,-,1,1,1,"Pool::get",-,"b.c:4:5"
// OF40-DAG:  "f39","main",-,-,1,1,1,"Pool::get",-,"b.c:40:5"
// By the name of an alias, which another module says to be one.
// CHECK-DAG: "real","…inlined","main",-,1,1,1,
// By two of its names: the first call.
// CHECK-DAG: "twice","…inlined","main",-,1,1,1,
// CHECK-DAG: "stranger",-,-,-,1,1,1,
#include "Inputs/Play.h"
#include <stdlib.h>
#include <string>

int main(int, char **Arguments) {
  static Play Mine, Theirs;
  uint32_t On = ALLOCSITE_FUNCTION_INSTRUMENTED;
  uint32_t Main = Mine.function("main"), Inlined = Mine.function("…inlined");
  unsigned Line = 0;
  auto place = [&] { return Mine.frame(Main, "a.c", ++Line); };
  auto placeInlined = [&] { return Mine.frame(Inlined, "a.c", ++Line, place()); };

  uint32_t Id = Mine.call(Main, placeInlined(), Mine.function("alias", Play::Foreign));
  Mine.callOfSameId(Main, placeInlined(), Mine.function("twice_1", Play::Foreign));
  Mine.callOfSameId(Main, place(), Mine.function("twice_2", Play::Foreign));
  int Callees = atoi(Arguments[1]);
  uint32_t Sites[64];
  int Count = 0;
  auto site = [&](uint32_t Function) {
    Sites[Count] = Theirs.site(Function, Theirs.frame(Function, "b.c", Count + 1));
    ++Count;
  };
  for (int I = 0; I < Callees; ++I) {
    std::string Name = "f" + std::to_string(I);
    Mine.callOfSameId(Main, place(), Mine.function(Name.c_str(), Play::Foreign));
    site(Theirs.function(Name.c_str(), On));
  }
  uint32_t Real = Theirs.function("real", On), Twice = Theirs.function("twice", On);
  Theirs.function("alias", On, Real, "real");
  Theirs.function("twice_2", On, Twice, "twice");
  Theirs.function("twice_1", On, Twice, "twice");
  for (uint32_t Function : {Real, Twice, Theirs.function("stranger", On)})
    site(Function);
  Mine.load();
  Theirs.load();
  Calling A(Mine, Id);
  for (int I = 0; I < Count; ++I)
    Theirs.allocate(Sites[I], 1);
}
