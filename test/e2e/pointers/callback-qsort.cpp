// A function of libc that calls back stands as a frame by its name, and the
// callback never sees its own earlier call, however often it is called.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fPIC %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|compare|qsort|sorter|8|{{[1-9][0-9][0-9]+$}}
// CHECK-NOT:  {{.}}
// RUN: %rows --cols 'call count' %t.csv > %t.count && cmp %t.count %t.out
#include <cstdio>
#include <cstdlib>

static void *volatile Sink;
static int Calls;

__attribute__((noinline)) void leaf() {
  ++Calls;
  Sink = std::malloc(8);
}

__attribute__((noinline)) int compare(const void *A, const void *B) {
  leaf();
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

__attribute__((noinline)) void sorter() {
  int Values[100];
  for (int I = 0; I < 100; ++I)
    Values[I] = I * 37 % 100;
  std::qsort(Values, 100, sizeof(int), compare);
  Sink = Values;
}

int main() {
  for (int I = 0; I < 3; ++I)
    sorter();
  std::printf("%d\n", Calls);
}
