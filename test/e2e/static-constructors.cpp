// Constructors of static objects run before main and destructors after it: their
// allocations are counted, and main is no frame of theirs.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|{{.*}}|90|1{{$}}
// CHECK-NEXT: {{^}}work|main|-|-|60|1{{$}}
// CHECK-NEXT: {{^}}work|{{.*}}|30|1{{$}}
// CHECK-NOT:  {{.}}
// RUN: %rows --where pc1=main %t.csv | count 1
#include <cstdlib>

static void *volatile Sink;
__attribute__((noinline)) void work(int Size) { Sink = std::malloc(Size); }

struct Early {
  Early() { work(30); }
  ~Early() { work(90); }
} Global;

int main() { work(60); }
