// The frame of a coroutine is allocated by the coroutine, called by who called it; its
// locals allocate under who resumed it, or under who destroyed it half-way; an
// exception leaves through who resumed it.
//
// RUN: %cxx -std=c++20 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cxx -std=c++20 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++20 -O2 -g -fPIC %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH: {{^}}12 allocations{{$}}
// CHECK-DAG: {{^}}worker|make|main|-|{{[0-9]+}}|3{{$}}
// CHECK-DAG: {{^}}allocateAt|worker|resume|main|10|3{{$}}
// CHECK-DAG: {{^}}allocateAt|worker|resume|main|20|2{{$}}
// CHECK-DAG: {{^}}allocateAt|Local::~Local|worker|resume|50|2{{$}}
// CHECK-DAG: {{^}}allocateAt|Local::~Local|worker|destroy|50|1{{$}}
// CHECK-DAG: {{^}}throws|main|-|-|{{[0-9]+}}|1{{$}}
// CHECK-DAG: {{^}}allocateAt|throws|resume|main|30|1{{$}}
// CHECK-DAG: {{^}}allocateAt|throws|resume|main|31|1{{$}}
// CHECK-DAG: {{^}}allocateAt|Task::promise_type::unhandled_exception|throws|resume|90|1{{$}}
// CHECK-DAG: {{^}}allocateAt|main|-|-|60|1{{$}}
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=SUM
// SUM: {{^}}16{{$}}
#include "../Inputs/task.h"
#include <cstdio>

struct Local {
  __attribute__((noinline)) ~Local() {
    allocateAt(50);
    Sink = nullptr;
  }
};

__attribute__((noinline)) Task worker() {
  Local L;
  allocateAt(10);
  co_await std::suspend_always();
  allocateAt(20);
}
__attribute__((noinline)) Task throws() {
  allocateAt(30);
  co_await std::suspend_always();
  allocateAt(31);
  throw 1;
}
__attribute__((noinline)) Task make() {
  Task T = worker();
  Sink = nullptr;
  return T;
}

int main() {
  for (int I = 0; I < 3; ++I) {
    Task T = make();
    resume(T);
    if (I)
      resume(T);
    destroy(T);
  }
  Task T = throws();
  resume(T);
  try {
    resume(T);
  } catch (int) {
    allocateAt(60);
  }
  destroy(T);
  std::printf("%ld allocations\n", Allocations);
}
