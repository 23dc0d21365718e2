// An operator new that is handed its place makes nothing, also that of a class.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | count 0
// RUN: %cxx -O0 -DOWN %s -o %t && %run_rows | %FileCheck %s
//
// CHECK: {{^}}main|-|-|-|16|1{{$}}
#include <cstddef>
#include <cstdlib>
struct Item {
  int X[4];
  static void *operator new(size_t, void *P) noexcept { return P; }
  static void *operator new(size_t N) { return std::malloc(N); }
};
alignas(16) char Place[64];
static void *volatile Sink;
#ifdef OWN
int main() { Sink = new Item; }
#else
int main() { Sink = new (Place) Item; }
#endif
