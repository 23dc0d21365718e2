// With -g, what the pass emits leaves debug information that the verifier accepts,
// where code was inlined and unrolled too.
//
// RUN: %cxx -O0 -g -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
// RUN: %cxx -O2 -g -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
// RUN: %cxx -O2 -g1 -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
// RUN: %cxx -O2 -g -DMAIN -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
//
// CHECK: No errors.
#include <cstdlib>
#include <vector>

struct Node {
  Node() : Values(7) {}
  std::vector<long> Values;
};
static void *inlined(int N) { return std::malloc(N); }
void *outer(int N) {
  for (int I = 0; I < N; ++I)
    new Node;
  return N ? inlined(N) : inlined(7);
}
#ifdef MAIN
int main() { return !outer(3); }
#endif
