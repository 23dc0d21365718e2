// memcheck has an operator delete of its own, which the profiler does not see: rather than report
// all that `new` made as leaked, live memory is not counted, and a line says so.
//
// REQUIRES: valgrind
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cxx -g0 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t.csv valgrind -q %t 2>&1 | %FileCheck %s
// RUN: not grep 'live count' %t.csv
// CHECK: live=1: what is freed is not seen, {{.*}}; the tool of valgrind has an operator delete of its own
void *volatile Sink;
int main() {
  int *Block = new int;
  Sink = Block;
  delete Block;
}
