// What is counted by site alone, once memory= is used up, has no frames by which the
// calls that an allocator makes to itself through helpers could be known: they are in,
// one for each outer call. Counted apart, they are left out.
//
// RUN: %cxx -O1 %s -o %t
// RUN: %profile %t && %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=APART
// RUN: %profile:memory=1 %t && %rows --sum "call count" %t.csv | %FileCheck %s
//
// APART: {{^}}150000{{$}}
// CHECK: {{^}}19{{[0-9][0-9][0-9][0-9]}}{{$}}
#include <cstddef>
#include <cstdlib>

static void *volatile Sink;

struct ObStack {
  __attribute__((noinline)) void *alloc(size_t N, bool Inner = false) {
    static char Memory[1];
    return Inner ? Memory : retry(N);
  }
  void *retry(size_t N);
};
__attribute__((noinline)) void *ObStack::retry(size_t N) { return alloc(N, true); }

int main() {
  ObStack S;
  for (int Size = 0; Size < 100000; ++Size) {
    Sink = std::malloc(Size);
    std::free(Sink);
  }
  for (int Size = 100000; Size < 150000; ++Size)
    Sink = S.alloc(Size);
}
