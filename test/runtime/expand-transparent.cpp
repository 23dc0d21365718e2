// The C++ library is transparent: a call into it is believed and no frame, and a
// site inside it belongs to the line that called it.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// vector::push_back is not inlined: its site has no frame of the user.
// CHECK-DAG: "fill","main",-,-,1,1,1,"operator new",-,"a.cpp:5:5"
// std::sort calls back: user frames on both sides.
// CHECK-DAG: "less","fill","main",-,2,1,2,"Pool::get",-,"a.cpp:9:5"
// A thread that began in the library: its function is shown where no caller is a frame.
// CHECK-DAG: {{^}}"std::vector<int>::push_back(int)",-,-,-,3,1,3,"operator new",-,"std::vector<int>::push_back(int)#4"
// A call without a place: its ordinal.
// CHECK-DAG: "fill","main",-,-,4,1,4,"operator new",-,"fill#2"
// A foreign function came between: the line is not the site's.
// CHECK-DAG: "qsort","fill","main",-,5,1,5,"operator new",-,"std::vector<int>::push_back(int)#4"
#include "Inputs/Play.h"

int main() {
  static Play Module;
  uint32_t Flags =
      ALLOCSITE_FUNCTION_INSTRUMENTED | ALLOCSITE_FUNCTION_TRANSPARENT;
  uint32_t Main = Module.function("main"), Fill = Module.function("fill"),
           Less = Module.function("less"),
           Push = Module.function("_ZNSt6vectorIiE9push_backEi", Flags, 0,
                                  "std::vector<int>::push_back(int)"),
           Sort = Module.function("_ZSt4sort", Flags),
           Qsort = Module.function("qsort", Play::Foreign);
  uint32_t ToFill = Module.call(Main, Module.frame(Main, "a.cpp", 1), Fill);
  uint32_t ToPush = Module.call(Fill, Module.frame(Fill, "a.cpp", 5), Push);
  uint32_t ToPush2 = Module.call(Fill, Module.frame(Fill, "", 2), Push);
  uint32_t ToSort = Module.call(Fill, Module.frame(Fill, "a.cpp", 6), Sort);
  uint32_t ToQsort = Module.call(Fill, Module.frame(Fill, "a.cpp", 7), Qsort);
  uint32_t InPush = Module.site(Push, 0, "operator new", 0, 4);
  uint32_t InLess = Module.site(Less, Module.frame(Less, "a.cpp", 9));
  Module.load();
  Module.allocate(InPush, 3);
  calling(Module, ToFill, [&] {
    calling(Module, ToPush, [&] { Module.allocate(InPush, 1); });
    calling(Module, ToSort, [&] { Module.allocate(InLess, 2); });
    calling(Module, ToPush2, [&] { Module.allocate(InPush, 4); });
    calling(Module, ToQsort, [&] { Module.allocate(InPush, 5); });
  });
}
