// A function that makes 100,000 calls under one id: to find which of them led to each of
// the callees takes a fraction of a second of the exit. Seeking one by one takes a minute.
//
// RUN: %runtime_cxx -O1 -DPLAY_BYTES=0x400000 %s -o %t
// RUN: ulimit -t 20; %profile %t
// RUN: %rows --cols 'pc1,call count' %t.csv | sort | uniq -c | %FileCheck %s

// CHECK:     {{^}} 100000 main|1{{$}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <string>

int main() {
  constexpr int Callees = 100000;
  static Play Module;
  static uint32_t Sites[Callees];
  uint32_t Main = Module.function("main");
  uint32_t Id = Module.call(Main, Module.frame(Main, "a.c", 1), Main);
  for (int I = 0; I < Callees; ++I) {
    uint32_t Callee = Module.function(("f" + std::to_string(I)).c_str());
    Module.callOfSameId(Main, Module.frame(Main, "a.c", I + 2), Callee);
    Sites[I] = Module.site(Callee, Module.frame(Callee, "b.c", I + 1));
  }
  Module.load();
  Calling A(Module, Id);
  for (uint32_t Site : Sites)
    Module.allocate(Site, 1);
}
