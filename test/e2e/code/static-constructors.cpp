// Constructors of static objects run before main and destructors after it: their
// allocations are counted, and main is no frame of theirs. The function that makes a file's
// objects ends in a tail call, and has its frame all the same: nothing but the loader calls it.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fPIC %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|{{.*}}|90|1{{$}}
// CHECK-NEXT: {{^}}work|main|-|-|60|1{{$}}
// CHECK-NEXT: {{^}}work|Early::Early|__cxx_global_var_init|_GLOBAL__sub_I_static_constructors.cpp|30|1{{$}}
// CHECK-NEXT: {{^}}work|starts|-|-|20|1{{$}}
// CHECK-NOT:  {{.}}
// RUN: %rows --where pc1=main %t.csv | count 1
#include <cstdlib>

static void *volatile Sink;
__attribute__((noinline)) void work(int Size) { Sink = std::malloc(Size); }

struct Early {
  Early() { work(30); }
  ~Early() { work(90); }
} Global;

__attribute__((constructor)) static void starts() { work(20); }

int main() { work(60); }
