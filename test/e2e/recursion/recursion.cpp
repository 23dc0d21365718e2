// A function that calls itself fills the chain with itself once: the second call
// says `direct,direct,main`, and so does the thousandth, at every level.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}direct|direct|main|-|16|999{{$}}
// CHECK-NEXT: {{^}}direct|main|-|-|16|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) static int direct(int Depth) {
  Sink = std::malloc(16);
  int Below = Depth ? direct(Depth - 1) : 0;
  Sink = nullptr;
  return Below + 1;
}

int main() { return direct(999) != 1000; }
