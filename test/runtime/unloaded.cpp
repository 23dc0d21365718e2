// A module that may be unloaded is copied when it registers: its names stand in
// the log although its memory is gone. Loaded again it gets the same numbers.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK: "leaf","main",-,-,8,2,16,"Pool::get",-,"plugin.c:2:5"{{.*}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"

static uint64_t loadAndUnload(Play &Module) {
  uint32_t Main = Module.function("main"), Leaf = Module.function("leaf");
  uint32_t Call = Module.call(Main, Module.frame(Main, "plugin.c", 1), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "plugin.c", 2));
  Module.load(ALLOCSITE_MODULE_PIC);
  calling(Module, Call, [&] { Module.allocate(Site, 8); });
  Module.forget();
  return Module.State.SiteBase;
}

int main() {
  static Play First, Second;
  return loadAndUnload(First) != loadAndUnload(Second);
}
