// ALLOCSITE=1 is SKIP_HEAP_PROFILE=1 by another name; where both are set, the older one
// decides.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | grep enabled
// RUN: %rows --cols 'bytes allocated,call count' %t.csv | grep -Fx '24|1'
// RUN: env ALLOCSITE=0 %t 2>&1 | count 0
// RUN: env ALLOCSITE=1 SKIP_HEAP_PROFILE=0 %t 2>&1 | count 0
// RUN: env ALLOCSITE=1 SKIP_HEAP_PROFILE= ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | grep enabled
// RUN: env ALLOCSITE=yes %t 2>&1 | %FileCheck %s
// CHECK: {{^}}allocsite: warning: ALLOCSITE=yes: not a number; the heap profiler stays off
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  Module.allocate(24);
}
