// Two allocations of one size in one function stay two rows where the IR says
// nothing about lines, also in the two arms of a branch, which the optimiser
// would like to make one: they are numbered in the order of the source.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | count 4
// RUN: %rows --cols 'pc0,bytes allocated,call count,site' %t.csv | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | count 4
// RUN: %rows --cols 'pc0,bytes allocated,call count,site' %t.csv | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | count 4
// RUN: %rows --cols 'pc0,bytes allocated,call count,site' %t.csv | %FileCheck %s
//
// With -g the line and the column tell them apart.
// RUN: %cxx -O0 -g %s -o %t && %run_rows | count 4
// RUN: %rows --cols 'pc0,bytes allocated,call count,site' %t.csv | %FileCheck %s --check-prefix=DEBUG
// RUN: %cxx -O2 -g %s -o %t && %run_rows | count 4
// RUN: %rows --cols 'pc0,bytes allocated,call count,site' %t.csv | %FileCheck %s --check-prefix=DEBUG
//
// CHECK-DAG: {{^}}choose(int)|24|6|choose(int)#1{{$}}
// CHECK-DAG: {{^}}choose(int)|24|4|choose(int)#2{{$}}
// CHECK-DAG: {{^}}both()|24|1|both()#1{{$}}
// CHECK-DAG: {{^}}both()|24|1|both()#2{{$}}
//
// DEBUG-DAG: {{^}}choose(int)|24|6|{{.*}}.cpp:[[#@LINE+11]]:
// DEBUG-DAG: {{^}}choose(int)|24|4|{{.*}}.cpp:[[#@LINE+12]]:
// DEBUG-DAG: {{^}}both()|24|1|{{.*}}.cpp:[[#@LINE+16]]:10{{$}}
// DEBUG-DAG: {{^}}both()|24|1|{{.*}}.cpp:[[#@LINE+15]]:30{{$}}
#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) void choose(int N) {
  void *P;
  if (N % 5 < 3)
    P = malloc(24);
  else
    P = malloc(24);
  Sink = P;
}

__attribute__((noinline)) void both() {
  Sink = malloc(24);  Sink = malloc(24);
}

int main() {
  for (int I = 0; I < 10; ++I)
    choose(I);
  both();
}
