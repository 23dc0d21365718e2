// The runtime comes along with main whatever the linker and the kind of program.
//
// RUN: %cxx -O2 %s -c -o %t.o
// RUN: %clangxx %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %lld %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -static-pie %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -static %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -static %lld %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -s -Wl,-z,defs -Wl,-z,now %t.o -o %t && %run_rows | %FileCheck %s
//
// RUN: %cxx -O2 -fno-pie %s -c -o %t.o
// RUN: %clangxx -no-pie %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -no-pie -static %lld %t.o -o %t && %run_rows | %FileCheck %s
//
// RUN: %cxx -O2 -ffunction-sections -fdata-sections %s -c -o %t.o
// RUN: %clangxx -Wl,--gc-sections -s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %lld -Wl,--gc-sections,--icf=all -s %t.o -o %t && %run_rows | %FileCheck %s
//
// RUN: %cxx -O2 -fPIC %s -c -o %t.o
// RUN: %clangxx %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %lld %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx -static %t.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|main|-|-|24|1000{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

__attribute__((noinline)) void *work() {
  void *volatile P = std::malloc(24);
  return P;
}

int main() {
  for (int I = 0; I < 1000; ++I)
    std::free(work());
}
