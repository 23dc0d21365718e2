// Functions that call each other alternate in the chain, and in the whole stack, whose inner end is
// the chain.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %allocsite report --depth 0 --by chain --format tsv %t.csv | %FileCheck %s --check-prefix=WHOLE
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}odd|even|odd|even|20|4{{$}}
// CHECK-NEXT: {{^}}even|odd|even|odd|10|3{{$}}
// CHECK-NEXT: {{^}}odd|even|main|-|20|1{{$}}
// CHECK-NEXT: {{^}}even|main|-|-|10|1{{$}}
// CHECK-NEXT: {{^}}even|odd|even|main|10|1{{$}}
// CHECK-NOT:  {{.}}
//
// WHOLE-DAG: #1 - odd(int) ← even(int) ← main{{$}}
// WHOLE-DAG: #1 - odd(int) ← even(int) ← odd(int) ← even(int) ← main{{$}}
// WHOLE-DAG: #1 - even(int) ← main{{$}}
// WHOLE-DAG: #1 - even(int) ← odd(int) ← even(int) ← main{{$}}
// WHOLE-DAG: #1 - even(int) ← odd(int) ← even(int) ← odd(int) ← even(int) ← main{{$}}
#include <cstdlib>

static void *volatile Sink;

void odd(int Depth);

__attribute__((noinline)) void even(int Depth) {
  Sink = std::malloc(10);
  if (Depth)
    odd(Depth - 1);
  Sink = nullptr;
}

__attribute__((noinline)) void odd(int Depth) {
  Sink = std::malloc(20);
  if (Depth)
    even(Depth - 1);
  Sink = nullptr;
}

int main() {
  even(9);
  return 0;
}
