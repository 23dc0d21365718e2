// With frames=raw the functions of the C++ library are frames as any other.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:frames=raw %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s --check-prefix=SOURCE
//
// CHECK:     {{^}}std::{{.*}}::allocate|std::{{.*}}::allocate|std::{{.*}}::_M_allocate|{{.*}}std::vector<{{.*}}|4|1{{$}}
// SOURCE:     {{^}}main|{{-|…}}|{{-|…}}|{{-|…}}|4|1{{$}}
#include <vector>

int main() {
  std::vector<int> V;
  V.push_back(1);
  return V[0] - 1;
}
