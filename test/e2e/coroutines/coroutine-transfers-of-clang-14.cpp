// Coroutines of clang 14 that hand over to each other do so by ordinary calls at -O1 and
// above, with or without the pass: the stack grows with them, and the one that was left
// stands as a frame. Counts are exact. (coroutine-transfers.cpp has the others.)
//
// REQUIRES: llvm-lt-15
// RUN: %clangxx -std=c++20 -O2 %s -o %t && %t | %FileCheck %s --check-prefix=TRUTH
// RUN: %cxx -std=c++20 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %rows --where "bytes allocated=40" --where pc0=allocateAt --sum "call count" %t.csv | %FileCheck %s --check-prefix=SUM
//
// CHECK: {{^}}allocateAt|many|once|many|41|100{{$}}
// SUM:   {{^}}100{{$}}
// TRUTH: {{^}}200 allocations, stack bounded: 0{{$}}
#include "../Inputs/task.h"
#include <cstdio>

__attribute__((noinline)) Task once() {
  allocateAt(40);
  co_return;
}
__attribute__((noinline)) Task many() {
  for (int I = 0; I < 100; ++I) {
    Task T = once();
    co_await T;
    T.Handle.destroy();
    allocateAt(41);
  }
}

int main() {
  Task T = many();
  resume(T);
  destroy(T);
  std::printf("%ld allocations, stack bounded: %d\n", Allocations, stackWasBounded());
}
