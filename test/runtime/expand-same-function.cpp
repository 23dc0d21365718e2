// Which records are one function: aliases, clones by their suffix, equal symbols
// of different modules; not local functions of different modules.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// A constructor is called by the name of its alias.
// CHECK-DAG: "Shape::Shape()","main",-,-,1,1,1,
// Its part that was outlined, local, allocates.
// CHECK-DAG: "Shape::Shape()","main",-,-,2,1,2,
// A clone of another module.
// CHECK-DAG: "work","main",-,-,3,1,3,
// `helper` of one module is not that of the other, which is no reason to leave out the caller:
// it was on the stack.
// CHECK-DAG: "helper","main",-,-,4,1,4,
// Nobody has instrumented the global `local`: it has called back a function of that name.
// CHECK-DAG: "local","local","main",-,5,1,5,
#include "Inputs/Play.h"

int main() {
  static Play Mine, Theirs;
  uint32_t On = ALLOCSITE_FUNCTION_INSTRUMENTED, Local = ALLOCSITE_FUNCTION_LOCAL;
  const char *Name = "Shape::Shape()";
  uint32_t Main = Mine.function("main");
  uint32_t C1 = Mine.function("_ZN5ShapeC1Ev", Play::Foreign, 0, Name);
  uint32_t Work = Mine.function("work", Play::Foreign);
  uint32_t Helper = Mine.function("helper", On | Local);
  uint32_t Foreign = Mine.function("local", Play::Foreign);
  uint32_t Callees[] = {C1, C1, Work, Helper, Foreign}, Calls[5];
  for (int I = 0; I < 5; ++I)
    Calls[I] = Mine.call(Main, Mine.frame(Main, "a.c", I + 1), Callees[I]);

  // The alias stands before what it means.
  Theirs.function("_ZN5ShapeC1Ev", On, 2, Name);
  uint32_t C2 = Theirs.function("_ZN5ShapeC2Ev", On, 0, Name);
  uint32_t Holders[] = {
      C2, Theirs.function("_ZN5ShapeC2Ev.part.0", On | Local, 0, Name),
      Theirs.function("work.llvm.1234", On, 0, "work"),
      Theirs.function("helper", On | Local), Theirs.function("local", On | Local)};
  uint32_t Sites[5];
  for (int I = 0; I < 5; ++I)
    Sites[I] = Theirs.site(Holders[I], Theirs.frame(Holders[I], "b.c", I + 1));
  Mine.load();
  Theirs.load();
  for (int I = 0; I < 5; ++I)
    calling(Mine, Calls[I], [&] { Theirs.allocate(Sites[I], I + 1); });
}
