// A callback that ends by jumping away restores what it found, or what it jumps to does:
// equal calls give equal chains, with the caller of qsort at their end.
//
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}leaf|{{(compare\|)?}}qsort|main|{{(-\|)?}}8|{{[0-9]+$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) int leaf(int Difference) {
  Sink = std::malloc(8);
  return Difference;
}

__attribute__((noinline)) int compare(const void *A, const void *B) {
  return leaf(*static_cast<const int *>(A) - *static_cast<const int *>(B));
}

int main() {
  int Values[8] = {5, 3, 8, 1, 2, 7, 6, 4};
  std::qsort(Values, 8, sizeof(int), compare);
  return Values[0] != 1;
}
