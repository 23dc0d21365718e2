// Directories that are read-only: a line for the profile, a line for the log, the
// program's own exit status, and nothing left.
//
// REQUIRES: mount
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir unshare -m sh -c 'mount -t tmpfs -o ro none %t.dir && %t' 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err

// CHECK:      {{^}}heap profiler: enabled!
// CHECK-NEXT: {{^}}allocsite: warning: {{.*}}.asprof: Read-only file system: what is counted from here on is lost if the program is killed
// CHECK-NEXT: {{^}}Dumping log of size 1
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: {{^}}allocsite: error: {{.*}}: cannot write the allocation log: Read-only file system{{$}}
// CHECK-NOT:  {{.}}
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  Module.allocate(24);
  return 7;
}
