// A program whose main was not compiled with the pass links the runtime as a
// library, and is profiled as any other.
//
// RUN: %clangxx -O2 -DMAIN -c %s -o %t.main.o && %cxx -O2 -c %s -o %t.o
// RUN: not %clangxx %sanitize %t.main.o %t.o -o %t
// RUN: %clangxx %sanitize %t.main.o %t.o %libraries/liballocsite.a -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -static %t.main.o %t.o %libraries/liballocsite.a -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %sanitize %lld -Wl,--gc-sections %t.main.o %t.o %libraries/liballocsite.a -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}leaf|work|-|-|7|4{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>
void work();
#ifdef MAIN
int main() {
  for (int I = 0; I < 4; ++I)
    work();
}
#else
static void *volatile Sink;
__attribute__((noinline)) void leaf() { Sink = std::malloc(7); }
void work() {
  leaf();
  Sink = nullptr;
}
#endif
