// The C++ library is no frame: what it allocates belongs to the line that called
// it, and a lambda that it calls has the caller of the library as its caller.
//
// RUN: %cxx -std=c++17 -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols pc0,site --where pc0=push %t.csv | %FileCheck %s --check-prefix=SITE
// RUN: %cxx -std=c++17 -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols pc0,site --where pc0=push %t.csv | %FileCheck %s --check-prefix=SITE
// RUN: %cxx -std=c++17 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++17 -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}push|main|{{-|…}}|{{-|…}}|4|1{{$}}
// CHECK-DAG: {{^}}push|main|{{-|…}}|{{-|…}}|8|1{{$}}
// CHECK-DAG: {{^}}push|main|{{-|…}}|{{-|…}}|16|1{{$}}
// CHECK-DAG: {{^}}unique|main|{{-|…}}|{{-|…}}|72|1{{$}}
// CHECK-DAG: {{^}}insert|main|{{-|…}}|{{-|…}}|40|5{{$}}
// CHECK-DAG: {{^}}order{{.*}}operator()|order|main|{{-|…}}|11|
// CHECK-DAG: {{^}}wrap|main|{{-|…}}|{{-|…}}|100|1{{$}}
// RUN: not grep -e '"[^"]*std::[^"]*",-$' -e '^"std::' %t.csv
//
// SITE: {{^}}push()|{{.*}}std-transparent.cpp:[[#@LINE+14]]:7{{$}}
// SITE: {{^}}push()|{{.*}}std-transparent.cpp:[[#@LINE+13]]:7{{$}}
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <vector>

static void *volatile Sink;

__attribute__((noinline)) void push() {
  std::vector<int> V;
  for (int I = 0; I < 3; ++I)
    V.push_back(I);
  Sink = V.data();
}

struct Big {
  char Bytes[72];
};

__attribute__((noinline)) void unique() {
  auto P = std::make_unique<Big>();
  Sink = P.get();
}

__attribute__((noinline)) void insert() {
  std::map<int, int> M;
  for (int I = 0; I < 5; ++I)
    M.insert({I, I});
  Sink = &M;
}

__attribute__((noinline)) void order() {
  int Values[] = {3, 1, 2};
  std::sort(Values, Values + 3, [](int A, int B) {
    Sink = std::malloc(11);
    return A < B;
  });
  Sink = Values;
}

__attribute__((noinline)) void wrap() {
  char Captured[100] = {};
  Sink = Captured;
  std::function<char(int)> F = [Captured](int I) { return Captured[I]; };
  Sink = &F;
}

int main() {
  push();
  unique();
  insert();
  order();
  wrap();
  return 0;
}
