// After a catch, and while an exception unwinds, chains name those who are really
// on the stack: the handler's own function, not what threw.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|Guard::~Guard|middle|outer|40|3{{$}}
// CHECK-NEXT: {{^}}leaf|thrower|middle|outer|30|3{{$}}
// CHECK-NEXT: {{^}}leaf|outer|main|-|20|3{{$}}
// CHECK-NEXT: {{^}}leaf|main|-|-|10|3{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }

struct Guard {
  __attribute__((noinline)) ~Guard() {
    leaf(40);
    Sink = nullptr;
  }
};

__attribute__((noinline)) void thrower() {
  leaf(30);
  throw 1;
}

__attribute__((noinline)) void middle() {
  Guard G;
  thrower();
}

__attribute__((noinline)) void outer() {
  try {
    middle();
  } catch (int) {
    leaf(20);
    throw;
  }
}

int main() {
  for (int I = 0; I < 3; ++I) {
    try {
      outer();
    } catch (...) {
    }
    leaf(10);
  }
}
