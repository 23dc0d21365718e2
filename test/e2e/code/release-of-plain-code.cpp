// Nothing is pushed for `operator delete`. Where code without the pass brings its own, and
// that calls back into code that allocates, the call takes the label of the one before it in
// its function: it is no frame if there is none, and has a callee that has returned if that was
// code without the pass.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O2 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
//
// CHECK:      {{^}}hook|main|-|-|101{{$}}
// CHECK-NEXT: {{^}}hook|plain|works|main|102{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <new>

extern "C" void plain();

#ifdef PLAIN
extern "C" void hook();
extern "C" void plain() {}
void operator delete(void *) noexcept { hook(); }
#else
static void *volatile Sink;
static size_t Size = 101;
extern "C" void hook() {
  Sink = std::malloc(Size++);
  Sink = nullptr;
}
__attribute__((noinline)) void works(void *P) {
  ::operator delete(P);
  plain();
  ::operator delete(P);
  plain();
  Sink = nullptr;
}
int main() {
  static char Room[64];
  works(Room);
  Sink = nullptr;
}
#endif
