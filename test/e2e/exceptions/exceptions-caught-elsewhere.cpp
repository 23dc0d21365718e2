// An exception that code without the pass catches leaves a word behind. What comes
// next may not know its callers, and never names a wrong one.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}leaf|thrower|{{(-|plain)\|(-|main)}}|30|3{{$}}
// CHECK-DAG: {{^}}leaf|after|{{(-|plain)\|(-|main)}}|20|3{{$}}
// CHECK-DAG: {{^}}leaf|main|-|-|10|3{{$}}
// RUN: %run_rows | count 3
#include <cstdlib>
void plain(void (*)(), void (*)());
#ifdef PLAIN
void plain(void (*First)(), void (*Second)()) {
  try {
    First();
  } catch (int) {
  }
  Second();
}
#else
static void *volatile Sink;
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }
void thrower() {
  leaf(30);
  throw 1;
}
void after() {
  leaf(20);
  Sink = nullptr;
}
int main() {
  for (int I = 0; I < 3; ++I) {
    plain(thrower, after);
    leaf(10);
  }
}
#endif
