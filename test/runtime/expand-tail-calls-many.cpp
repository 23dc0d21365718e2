// Functions that end in calls of each other, as an interpreter's are: which of them a call
// can have led to is found out once, not for each of 400,000 contexts.
//
// The limit is one of time, which ThreadSanitizer takes ten times as much of.
// UNSUPPORTED: sanitizer-thread
//
// RUN: %runtime_cxx -O1 -DPLAY_BYTES=0x100000 %s -o %t
// RUN: ulimit -t 10; %profile %t
// RUN: %rows --cols 'pc0,pc2,call count' %t.csv | sort | uniq -c | %FileCheck %s

// CHECK:         {{^}} 4000 op0|main|1{{$}}
// CHECK-COUNT-99:{{^}} 4000 op{{[0-9]+}}|main|1{{$}}
// CHECK-NOT:     {{.}}
#include "Inputs/Play.h"
#include <string>

int main() {
  constexpr int Operations = 100, Tails = 40, Callers = 4000;
  static Play Module;
  uint32_t Main = Module.function("main");
  uint32_t Sites[Operations], Functions[Operations];
  static uint32_t ToCaller[Callers], ToOperation[Callers];
  for (int I = 0; I < Operations; ++I) {
    Functions[I] = Module.function(("op" + std::to_string(I)).c_str());
    Sites[I] = Module.site(Functions[I], Module.frame(Functions[I], "a.c", I + 1));
  }
  for (int I = 0; I < Operations; ++I)
    for (int To = 1; To <= Tails; ++To)
      Module.tailCall(Functions[I], Functions[(I + To) % Operations]);
  for (int I = 0; I < Callers; ++I) {
    uint32_t Caller = Module.function(("run" + std::to_string(I)).c_str());
    ToCaller[I] = Module.call(Main, Module.frame(Main, "b.c", I + 1), Caller);
    ToOperation[I] = Module.call(Caller, Module.frame(Caller, "c.c", I + 1), Functions[0]);
  }
  Module.load();
  for (int I = 0; I < Callers; ++I) {
    Calling A(Module, ToCaller[I]), B(Module, ToOperation[I]);
    for (uint32_t Site : Sites)
      Module.allocate(Site, 1);
  }
}
