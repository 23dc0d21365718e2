// log-path= takes every message, warnings about options included, and is
// appended to; standard error stays empty.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.log
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=nonsense=1:output=%t.csv:log-path=%t.log %t 2>&1 | count 0
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:log-path=%t.log %t 2>&1 | count 0
// RUN: %FileCheck %s --input-file=%t.log

// CHECK: unknown option 'nonsense'
// CHECK-NEXT: enabled!
// CHECK-NEXT: Dumping log of size 1
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: wrote allocation log
// CHECK-NEXT: enabled!
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  Module.allocate(24);
}
