// A function of the C++ library is no frame, and leaves the thread's word alone. What it
// allocates is counted under that word, which is loaded before the call: only then can the
// call go through a gate.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cxx -O2 -S -emit-llvm %s -o - | %FileCheck %s
//
// CHECK-NOT: @__allocsite_count
// CHECK:     load {{.*}}@__allocsite_gate_1_of_1
// CHECK-NOT: @__allocsite_count
#include <map>
#include <string>

long add(std::map<std::string, long> &To, const std::string &Name) { return ++To[Name]; }
