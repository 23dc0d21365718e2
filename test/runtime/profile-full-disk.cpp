// A file system that is full when the profile is made, or becomes full while it
// grows, costs one line: no SIGBUS, nothing miscounted, and what was counted
// before is in the profile.
//
// REQUIRES: mount
// RUN: %runtime_cxx %s -o %t
// RUN: unshare -m %python %S/Inputs/full_tmpfs.py %t %t.dir 0 %t.csv 2>&1 | %FileCheck %s
// RUN: unshare -m %python %S/Inputs/full_tmpfs.py %t %t.dir 400 %t.csv 2>&1 | %FileCheck %s

// CHECK: {{^}}heap profiler: enabled!
// CHECK-NEXT: a.asprof: No space left on device: what is counted from here on is lost if the program is killed
// CHECK-NEXT: Dumping log of size 60000
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: wrote allocation log
// CHECK-NEXT: {{^}}exit 3
// CHECK-NEXT: {{^}}60000 rows
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  for (int I = 0; I < 2; ++I)
    for (uint64_t Size = 0; Size < 60000; ++Size)
      Module.allocate(Size);
  return 3;
}
