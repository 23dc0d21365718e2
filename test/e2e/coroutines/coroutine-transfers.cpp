// Coroutines that hand over to each other by tail calls take no stack, however often
// they do, and both have been resumed by who resumed the first.
//
// LLVM 14 makes no tail calls of them.
// REQUIRES: llvm-ge-16
// RUN: %cxx -std=c++20 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++20 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++20 -O2 -g -fPIC %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}allocateAt|many|resume|main|41|1000000{{$}}
// CHECK-NEXT: {{^}}allocateAt|once|resume|main|40|1000000{{$}}
// CHECK-NEXT: {{^}}once|many|resume|main|{{[0-9]+}}|1000000{{$}}
// CHECK-NEXT: {{^}}many|main|-|-|{{[0-9]+}}|1{{$}}
// CHECK-NOT:  {{.}}
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// TRUTH: {{^}}2000000 allocations, stack bounded: 1{{$}}
#include "../Inputs/task.h"
#include <cstdio>

__attribute__((noinline)) Task once() {
  allocateAt(40);
  co_return;
}
__attribute__((noinline)) Task many() {
  for (int I = 0; I < 1000000; ++I) {
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
