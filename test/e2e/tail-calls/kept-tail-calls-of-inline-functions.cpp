// With tail-frames=keep, inline functions and templates keep the frames of their tail calls too,
// also where the callee is not known and might call them again.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:tail-frames=keep %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}compare|qsort|order|main|24|2{{$}}
// CHECK-DAG: {{^}}compare|qsort|orderInline|main|24|2{{$}}
// CHECK-DAG: {{^}}compare|qsort|{{.*}}orderAny{{.*}}|main|24|2{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

static void *volatile Sink;

static int compare(const void *A, const void *B) {
  Sink = std::malloc(24);
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

__attribute__((noinline)) void order(int *Begin) {
  std::qsort(Begin, 2, sizeof(int), compare);
}
__attribute__((noinline)) inline void orderInline(int *Begin) {
  std::qsort(Begin, 2, sizeof(int), compare);
}
template <typename T> __attribute__((noinline)) void orderAny(T *Begin) {
  std::qsort(Begin, 2, sizeof(T), compare);
}

int main() {
  int Numbers[] = {2, 1};
  for (int I = 0; I < 2; ++I) {
    order(Numbers);
    orderInline(Numbers);
    orderAny(Numbers);
    Sink = nullptr;
  }
}
