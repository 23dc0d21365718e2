// A function that calls itself is one frame: the second call says `direct,main` as the first
// does, and so does the thousandth, at every level.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}direct|main|-|-|16|1000{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) static int direct(int Depth) {
  Sink = std::malloc(16);
  int Below = Depth ? direct(Depth - 1) : 0;
  Sink = nullptr;
  return Below + 1;
}

int main() { return direct(999) != 1000; }
