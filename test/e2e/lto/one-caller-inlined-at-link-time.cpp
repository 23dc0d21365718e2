// An inline function that one inline function alone calls is everybody's where
// link-time optimisation follows: that may inline the caller, of which the linker then
// takes another file's copy.
//
// RUN: %cxx -O2 -flto=thin -DOTHER -c %s -o %t.other.o && %cxx -O2 -flto=thin -c %s -o %t.o
// RUN: %clangxx -O2 -flto=thin %lld %t.other.o %t.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %clangxx -O2 -flto=thin %lld %t.o %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -flto -DOTHER -c %s -o %t.other.o && %cxx -O2 -flto -c %s -o %t.o
// RUN: %cxx -O2 -DTHIRD -c %s -o %t.third.o
// RUN: %clangxx -O2 -flto %lld %t.third.o %t.other.o %t.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
//
// CHECK:      {{^}}inner|caller|other|main|11{{$}}
// CHECK-NEXT: {{^}}inner|caller|other|main|12{{$}}
// CHECK-NEXT: {{^}}inner|caller|own|main|21{{$}}
// CHECK-NEXT: {{^}}inner|caller|own|main|22{{$}}
#include <cstdlib>

extern volatile int V;
extern int Verbose;
void other();

__attribute__((noinline)) inline void *inner(size_t Size) {
  void *P = std::malloc(Size);
  V = 2;
  return P;
}

#define FIVE(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
// Too long to be inlined before the value of Verbose is known.
inline bool caller(size_t Size) {
  if (Verbose) {
    FIVE(FIVE(V = V * 3 + 3; V = V * 5 + 1;))
  }
  bool Has = inner(Size) != nullptr;
  V = 1;
  return Has;
}

#if defined(OTHER)
int Verbose = 0;
void other() {
  V = caller(11);
  V = caller(12);
}
#elif defined(THIRD)
void third() {
  V = caller(31);
  V = caller(32);
}
#else
volatile int V;
__attribute__((noinline)) void own() {
  V = caller(21);
  V = caller(22);
}
int main() {
  other();
  own();
  V = 0;
}
#endif
