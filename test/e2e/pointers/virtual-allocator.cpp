// An entry of an arena that is called through a vtable is no site, so what it calls
// inside counts: nothing is lost, and nothing is counted twice where the call is direct.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}main|-|-|-|32|1{{$}}
// CHECK-DAG: {{^}}ObStack::allocate|user|main|-|24|1{{$}}
// RUN: %run_rows | count 2
#include <cstddef>
struct ObStack {
  char Bytes[4096];
  size_t Used = 0;
  void *alloc(size_t N) {
    void *P = Bytes + Used;
    Used += N;
    return P;
  }
  virtual void *allocate(size_t N) { return alloc(N); }
  virtual ~ObStack() {}
};
static void *volatile Sink;
__attribute__((noinline)) void user(ObStack &S) {
  Sink = S.allocate(24);
  Sink = nullptr;
}
int main() {
  ObStack S;
  user(S);
  Sink = S.allocate(32);
}
