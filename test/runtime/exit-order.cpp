// The log is written after everything else: static destructors, exit handlers
// registered before main, and destructors of the executable all count. The same
// in a static program, where libc runs them in another order; once in each.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s --check-prefix=ONCE
// RUN: %FileCheck %s --input-file=%t.csv
// RUN: %runtime_static %s -o %t.static
// RUN: rm %t.csv
// RUN: %profile %t.static 2>&1 | %FileCheck %s --check-prefix=ONCE
// RUN: %FileCheck %s --input-file=%t.csv
// RUN: rm %t.csv
// RUN: %runtime_cxx %s -o %t.lld -fuse-ld=lld -Wl,--gc-sections -s
// RUN: %profile %t.lld 2>&1 | %FileCheck %s --check-prefix=ONCE
// RUN: %FileCheck %s --input-file=%t.csv

// ONCE: enabled!
// ONCE-NEXT: Dumping log of size 5
// ONCE-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ONCE-NEXT: wrote{{.*}}
// ONCE-NOT: {{.}}
// CHECK: "main",-,-,-,5,1,5,
// CHECK-NEXT: "main",-,-,-,4,1,4,
// CHECK-NEXT: "main",-,-,-,3,1,3,
// CHECK-NEXT: "main",-,-,-,2,1,2,
// CHECK-NEXT: "main",-,-,-,1,1,1,
#include "Inputs/Play.h"
#include <stdlib.h>

static OneSite &module() {
  static OneSite Module;
  return Module;
}

struct Static {
  Static() { module().allocate(1); }
  ~Static() { module().allocate(2); }
};
static Static Object;

__attribute__((constructor)) static void early() {
  atexit([] { module().allocate(3); });
}
__attribute__((destructor(101))) static void late() { module().allocate(4); }

int main() {
  module().allocate(5);
}
