// A function that calls itself is one frame, also where the optimiser may inline the recursion into itself and unroll it.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}grow|main|-|-|32|1023{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

struct Tree {
  Tree *Child[2];
};

static Tree *volatile Sink;

static Tree *grow(int Height) {
  if (!Height)
    return nullptr;
  Tree *T = static_cast<Tree *>(std::malloc(32));
  for (Tree *&C : T->Child)
    C = grow(Height - 1);
  Sink = T;
  return T;
}

int main() { return !grow(10); }
