// Directories that are read-only: a line for the profile, a line for the log, the
// program's own exit status, and nothing left. Where the current directory, or that of
// $HOME, is not, the log is there.
//
// REQUIRES: mount
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir %t.home && mkdir %t.dir %t.home
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir HOME=%t.dir unshare -m sh -c 'mount -t tmpfs -o ro none %t.dir && cd %t.dir && %t' 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err
// RUN: env ALLOCSITE=1 TMPDIR=%t.dir HOME=%t.home unshare -m sh -c 'mount -t tmpfs -o ro none %t.dir && cd %t.dir && ! %t' 2>&1 | %FileCheck %s --check-prefix=HOME
// RUN: cd %t.home && %rows --cols "bytes allocated,call count" skip-alloc-log-*.csv | grep -Fx '24|1'
// RUN: cd %t.home && rm skip-alloc-log-*.csv && env ALLOCSITE=1 TMPDIR=%t.none HOME=%t.dir %t; ls skip-alloc-log-*.csv | count 1

// HOME:       {{^}}allocsite: warning: {{.*}}.dir: cannot write the allocation log: Read-only file system; it is {{.*}}.home/skip-alloc-log-{{......}}.csv{{$}}
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
