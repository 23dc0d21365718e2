// A deleting or complete destructor that was inlined into a function, and calls the base
// variant, is one frame with that, and the function is its caller.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:tail-frames=keep %cxx -O2 -fno-exceptions %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}leaf|Derived::~Derived|deletes|main|24|1{{$}}
// CHECK-DAG: {{^}}leaf|Derived::~Derived|owns|main|24|1{{$}}
// CHECK-DAG: {{^}}leaf|Derived::~Derived|holds|main|24|2{{$}}
// CHECK-DAG: {{^}}leaf|Virtual::~Virtual|deletesVirtual|main|32|3{{$}}
// CHECK-DAG: {{^}}leaf|Virtual::~Virtual|holdsVirtual|main|32|1{{$}}
// CHECK-NOT: {{^}}leaf|
#include <cstdlib>
#include <memory>
static void *volatile Sink;
#define NOINLINE __attribute__((noinline))
#define TEN(Of) Of Of Of Of Of Of Of Of Of Of
/// Too much to be inlined.
#define MUCH TEN(TEN(TEN(Sink = nullptr;)))
NOINLINE void leaf(int Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  ~Derived() override;
};
inline Derived::~Derived() {
  leaf(24);
  MUCH
}
struct Root {
  int Value = 0;
};
struct Virtual : virtual Root {
  ~Virtual() {
    leaf(32);
    MUCH
  }
};
NOINLINE void deletes() {
  Base *B = new Derived;
  delete B;
  Sink = nullptr;
}
NOINLINE void owns() {
  { std::unique_ptr<Base> P(new Derived); }
  Sink = nullptr;
}
NOINLINE void holds() {
  { Derived D; }
  Sink = nullptr;
}
NOINLINE void deletesVirtual() {
  delete new Virtual;
  Sink = nullptr;
}
NOINLINE void holdsVirtual() {
  { Virtual V; }
  Sink = nullptr;
}
int main() {
  deletes(), owns(), holds(), holds();
  for (int I = 0; I < 3; ++I)
    deletesVirtual();
  holdsVirtual();
}
