// Virtual calls, function pointers and std::function have no callee that is known
// when compiling, and are frames like any other.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}Circle::draw|scene|main|-|80|2{{$}}
// CHECK-NEXT: {{^}}Square::draw|scene|main|-|40|3{{$}}
// CHECK-NEXT: {{^}}pointed|scene|main|-|30|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

struct Shape {
  virtual void draw() = 0;
  virtual ~Shape() {}
};
struct Circle : Shape {
  void draw() override { Sink = std::malloc(80); }
};
struct Square : Shape {
  void draw() override { Sink = std::malloc(40); }
};
static void pointed() { Sink = std::malloc(30); }

static Shape *volatile Shapes[5];
static void (*volatile Pointer)() = pointed;

__attribute__((noinline)) static void scene() {
  for (Shape *volatile &S : Shapes)
    S->draw();
  Pointer();
  Sink = nullptr;
}

int main() {
  static Circle C;
  static Square S;
  for (int I = 0; I < 5; ++I)
    Shapes[I] = I % 2 ? static_cast<Shape *>(&C) : &S;
  scene();
  return 0;
}
