// Of a chain that is longer than a row the innermost four frames are shown; a shorter one
// ends in `-`. Sites without a frame of their own have four frames of callers.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "c","b","a","main",1,1,1,
// CHECK-DAG: "c","b","main",-,2,1,2,
// CHECK-DAG: "d","c","b","a",3,1,3,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main"), A = Module.function("a"),
           B = Module.function("b"), C = Module.function("c"),
           D = Module.function("d"),
           Push = Module.function("push",
                                  ALLOCSITE_FUNCTION_INSTRUMENTED |
                                      ALLOCSITE_FUNCTION_TRANSPARENT);
  uint32_t MainToA = Module.call(Main, Module.frame(Main, "a.c", 1), A);
  uint32_t MainToB = Module.call(Main, Module.frame(Main, "a.c", 2), B);
  uint32_t AToB = Module.call(A, Module.frame(A, "a.c", 3), B);
  uint32_t BToC = Module.call(B, Module.frame(B, "a.c", 4), C);
  uint32_t CToPush = Module.call(C, Module.frame(C, "a.c", 5), Push);
  uint32_t CToD = Module.call(C, Module.frame(C, "a.c", 6), D);
  uint32_t InPush = Module.site(Push, 0);
  uint32_t InD = Module.site(D, Module.frame(D, "a.c", 7));
  Module.load();
  auto callC = [&](auto Do) { calling(Module, BToC, Do); };
  calling(Module, MainToA, [&] {
    calling(Module, AToB, [&] {
      callC([&] {
        calling(Module, CToPush, [&] { Module.allocate(InPush, 1); });
        calling(Module, CToD, [&] { Module.allocate(InD, 3); });
      });
    });
  });
  calling(Module, MainToB, [&] {
    callC([&] { calling(Module, CToPush, [&] { Module.allocate(InPush, 2); }); });
  });
}
