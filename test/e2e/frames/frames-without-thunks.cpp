// A thunk of multiple inheritance is no function of the source and no frame, at any
// level: chains are the same whether it calls or jumps.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|Derived::act|viaBase|main|60|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
static void *volatile Sink;
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }
struct A {
  virtual ~A() {}
  long X = 0;
};
struct B {
  virtual void act() {}
};
struct Derived : A, B {
  void act() override {
    leaf(60);
    Sink = nullptr;
  }
};
__attribute__((noinline)) static void viaBase(B *volatile Base) {
  Base->act();
  Sink = nullptr;
}
int main() {
  Derived D;
  viaBase(&D);
}
