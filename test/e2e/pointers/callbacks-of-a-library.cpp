// A library without instrumentation calls back, many times in a row, what allocates,
// calls or ends in a tail call: as many allocations as calls, each under the function
// of the library and who called that, the first as the last. Once the library has
// caught an exception, what it calls has no callers. `bsearch` may be inline in a header of
// the system, and is no frame then.
//
// RUN: %clangxx -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cxx -O0 %s %t.so -o %t && %run_rows | %FileCheck %s --check-prefixes=CHECK,STAYS
// RUN: %rows --sum 'call count' %t.csv > %t.sum && cmp %t.sum %t.out
// RUN: %cxx -O2 %s %t.so -o %t && %run_rows | %FileCheck %s --check-prefixes=CHECK,LEFT
// RUN: %rows --sum 'call count' %t.csv > %t.sum && cmp %t.sum %t.out
// RUN: %cxx -O2 -g -fPIC %s %t.so -o %t && %run_rows | %FileCheck %s --check-prefixes=CHECK,LEFT
// RUN: %rows --sum 'call count' %t.csv > %t.sum && cmp %t.sum %t.out
//
// CHECK-DAG: {{^}}itself|sortWith|sorts|main|1|{{[1-9][0-9][0-9]+$}}
// CHECK-DAG: {{^}}leaf|calls|sortWith|sorts|2|{{[1-9][0-9][0-9]+$}}
// STAYS-DAG: {{^}}leaf|jumps|sortWith|sorts|3|{{[1-9][0-9][0-9]+$}}
// LEFT-DAG:  {{^}}leaf|{{(jumps\|)?sortWith\|sorts(\|main)?}}|3|{{[1-9][0-9][0-9]+$}}
// CHECK-DAG: {{^}}itself|qsort|sorts|main|1|{{[1-9][0-9][0-9]+$}}
// CHECK-DAG: {{^}}itself|{{(bsearch\|)?}}sorts|main|{{(-\|)?}}1|{{[1-9][0-9]*$}}
// CHECK-DAG: {{^}}throws|catches|sorts|main|4|1{{$}}
// CHECK-DAG: {{^}}throws|-|-|-|4|999{{$}}
// CHECK-DAG: {{^}}after|-|-|-|5|1000{{$}}
// CHECK-DAG: {{^}}leaf|sorts|main|-|6|1{{$}}
// RUN: %rows --short %t.csv | count 9
#include <algorithm>
#include <cstdio>
#include <cstdlib>
extern "C" void sortWith(int *Begin, int *End, int (*Order)(const void *, const void *));
extern "C" void catches(int Times, void (*First)(), void (*Second)());

#ifdef LIBRARY
void sortWith(int *Begin, int *End, int (*Order)(const void *, const void *)) {
  std::sort(Begin, End, [=](int A, int B) { return Order(&A, &B) < 0; });
}
void catches(int Times, void (*First)(), void (*Second)()) {
  while (Times--) {
    try {
      First();
    } catch (int) {
    }
    Second();
  }
}
#else
static void *volatile Sink;
static int Allocations;

__attribute__((noinline)) static int leaf(int Size, int Result) {
  ++Allocations;
  Sink = std::malloc(Size);
  return Result;
}
static int difference(const void *A, const void *B) {
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}
static int itself(const void *A, const void *B) {
  ++Allocations;
  Sink = std::malloc(1);
  return difference(A, B);
}
static int calls(const void *A, const void *B) {
  leaf(2, 0);
  return difference(A, B);
}
static int jumps(const void *A, const void *B) { return leaf(3, difference(A, B)); }
static void throws() {
  ++Allocations;
  Sink = std::malloc(4);
  throw 1;
}
static void after() {
  ++Allocations;
  Sink = std::malloc(5);
}

static int Values[500];
static void fill() {
  for (int I = 0; I < 500; ++I)
    Values[I] = I * 337 % 500;
}
__attribute__((noinline)) static void sorts() {
  for (auto *Order : {itself, calls, jumps}) {
    fill();
    sortWith(Values, Values + 500, Order);
  }
  fill();
  std::qsort(Values, 500, sizeof(int), itself);
  for (int Wanted = 0; Wanted < 500; ++Wanted)
    std::bsearch(&Wanted, Values, 500, sizeof(int), itself);
  catches(1000, throws, after);
  leaf(6, 0);
  Sink = nullptr;
}

int main() {
  sorts();
  std::printf("%d\n", Allocations);
}
#endif
