// On a file system without fallocate there is no profile: one line says so, and that a
// SIGKILL loses what is counted. The log of an exit is whole.
//
// (LeakSanitizer cannot run under strace.)
// REQUIRES: strace
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: strace -f -o /dev/null -e trace=fallocate -e inject=fallocate:error=EOPNOTSUPP env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | %FileCheck %s
// RUN: %rows %t.csv | %FileCheck %s --check-prefix=CSV
// RUN: %files %t.dir | count 0
//
// CHECK:      {{^}}heap profiler: enabled!
// CHECK-NEXT: {{^}}allocsite: warning: {{.*}}.asprof: Operation not supported: what is counted from here on is lost if the program is killed{{$}}
// CHECK-NEXT: {{^}}Dumping log of size 1
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: {{^}}heap profiler: wrote {{.*}}
// CHECK-NOT:  {{.}}
// CSV: {{^}}main|-|-|-|24|3{{$}}
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  for (int I = 0; I < 3; ++I)
    Module.allocate(24);
}
