// A name is the same with -g, with -g1 (which drops linkage names) and without,
// optimised or not, in C as in C++.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows && %rows --cols pc0,pc1 %t.csv | %FileCheck %s --check-prefix=WHOLE
// RUN: %cxx -O2 -g1 %s -o %t && %run_rows && %rows --cols pc0,pc1 %t.csv | %FileCheck %s --check-prefix=WHOLE
// RUN: %cxx -O0 -g %s -o %t && %run_rows && %rows --cols pc0,pc1 %t.csv | %FileCheck %s --check-prefix=WHOLE
//
// CHECK:      {{^}}ns::Box<int>::fill|plain|main|-|48|1{{$}}
// CHECK-NOT:  {{.}}
//
// WHOLE: {{^}}ns::Box<int>::fill(int, char const*) const|plain{{$}}
#include <cstdlib>

static void *volatile Sink;

namespace ns {
template <typename T> struct Box {
  void fill(int Size, const char *) const { Sink = std::malloc(Size); }
};
} // namespace ns

extern "C" void plain() {
  ns::Box<int>().fill(48, "");
  Sink = nullptr;
}

int main() { plain(); }
