// A constructor of a file that others call as well may be one of a loop of tail calls: of ten
// million here, which run in a few frames.
//
// UNSUPPORTED: sanitized
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK: {{^}}last|{{.*}}|10|1{{$}}
#include <cstdlib>

static void *volatile Sink;
static volatile int Left = 10000000;
__attribute__((noinline)) static void last() { Sink = std::malloc(10); }
__attribute__((noinline)) static void turns();
__attribute__((noinline, constructor)) static void again() {
  if (Left)
    return turns();
  last();
}
__attribute__((noinline)) static void turns() {
  Left = Left - 1;
  again();
}

int main() { return 0; }
