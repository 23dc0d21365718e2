// The deleting, complete and base variants of a destructor are one function of the
// source, and one frame, with and without lines.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK: {{^}}leaf|Derived::~Derived|drop|main|24|1{{$}}
#include <cstdlib>
static void *volatile Sink;
__attribute__((noinline)) void leaf(int Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
struct Base {
  virtual ~Base() {}
};
struct Derived : virtual Base {
  __attribute__((noinline)) ~Derived() override {
    leaf(24);
    Sink = nullptr;
  }
};
__attribute__((noinline)) void drop(Base *B) {
  delete B;
  Sink = nullptr;
}
int main() { drop(new Derived); }
