// Whatever inlines at link time, each allocation is counted once and its frames
// are those of the source.
//
// RUN: %cxx -O2 -flto=thin -c %s -o %t.main.o && %cxx -O2 -flto=thin -DOTHER -c %s -o %t.other.o
// RUN: %clangxx -O2 -flto=thin %lld %t.main.o %t.other.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -flto=thin %lld %t.main.o %t.other.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -flto -c %s -o %t.main.o && %cxx -O2 -flto -DOTHER -c %s -o %t.other.o
// RUN: %clangxx -O2 -flto %lld %t.main.o %t.other.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g -flto %lld -c %s -o %t.main.o
// RUN: %clangxx -O2 -flto %lld %t.main.o %t.other.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}other|middle|main|-|40|100{{$}}
// CHECK-NEXT: {{^}}middle|main|-|-|16|100{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
void other();
#ifdef OTHER
static void *volatile Sink;
void other() { Sink = std::malloc(40); }
#else
static void *volatile Sink;
__attribute__((noinline)) void middle() {
  Sink = std::malloc(16);
  other();
  Sink = nullptr;
}
int main() {
  for (int I = 0; I < 100; ++I)
    middle();
}
#endif
