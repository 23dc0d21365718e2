// A file that calls an instance which another file only happens to have: without
// optimisation it links as ever, and with an explicit instance. Else the linker tells.
//
// RUN: %clangxx -O2 -DUSE -c %s -o %t.use.o
// RUN: %cxx -O0 -c %s -o %t.o && %cxx %t.o %t.use.o -o %t && %t
// RUN: %cxx -O2 -DEXPLICIT -c %s -o %t.o && %cxx %t.o %t.use.o -o %t && %t
// RUN: %cxx -O2 -c %s -o %t.o
// RUN: not %cxx %t.o %t.use.o -o %t 2>&1 | %FileCheck %s
// CHECK: {{undefined (reference to|symbol:)}} {{.*}}twice<int>(int)
#include <cstdlib>

template <typename T> T twice(T Value);

#ifdef USE
int four() { return twice(2); }
#else
template <typename T> __attribute__((noinline)) T twice(T Value) {
  static void *volatile Sink;
  Sink = std::malloc(16);
  return Value + Value;
}
int four();
int main() { return twice(2) - four(); }
#ifdef EXPLICIT
template int twice(int);
#endif
#endif
