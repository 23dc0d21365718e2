// An allocator whose helpers call it again is counted once, at the outer call, also where that
// is beyond the four frames of a row.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}main|-|-|-|10|5{{$}}
// CHECK-DAG: {{^}}main|-|-|-|20|5{{$}}
// RUN: %run_rows | count 2
#include <cstddef>

static void *volatile Sink;

struct ObStack {
  char Bytes[4096];
  size_t Used = 0;
  __attribute__((noinline)) void *alloc(size_t N, int Far);
};

#define NEXT(Name, Callee)                                                     \
  __attribute__((noinline)) static void *Name(ObStack &S, size_t N) {          \
    void *Result = Callee;                                                     \
    Sink = Result;                                                             \
    return Result;                                                             \
  }
NEXT(fourth, S.alloc(N, 0))
NEXT(third, fourth(S, N))
NEXT(second, third(S, N))
NEXT(first, second(S, N))
NEXT(near, S.alloc(N, 0))

void *ObStack::alloc(size_t N, int Far) {
  if (Far)
    return Far == 1 ? near(*this, N) : first(*this, N);
  void *Result = Bytes + Used;
  Used += N;
  return Result;
}

int main() {
  ObStack S;
  for (int I = 0; I < 5; ++I) {
    Sink = S.alloc(10, 1);
    Sink = S.alloc(20, 2);
  }
}
