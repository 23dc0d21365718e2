// Where memory cannot be had the program goes on, one line says that counting
// stopped, and the log says how many allocations it lacks.
//
// qemu has no limit of memory (RLIMIT_AS).
// REQUIRES: native
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CSV

// CHECK: enabled!
// CHECK-NEXT: allocsite: error: heap profiler: no memory for counters
// CHECK-NEXT: program went on
// CHECK-NEXT: allocsite: warning: {{[0-9]+}} allocations were not counted
// CHECK-NEXT: Dumping log of size
// CSV: "main",-,-,-,999,1,999,
#include "Inputs/Play.h"
#include <stdio.h>
#include <sys/resource.h>

int main() {
  static OneSite Module;
  for (uint64_t Size = 0; Size < 1000; ++Size)
    Module.allocate(Size);
  struct rlimit Before, None = {0, 0};
  getrlimit(RLIMIT_AS, &Before);
  None.rlim_max = Before.rlim_max;
  setrlimit(RLIMIT_AS, &None);
  for (uint64_t Size = 1000; Size < 200000; ++Size)
    Module.allocate(Size);
  fputs("program went on\n", stderr);
  setrlimit(RLIMIT_AS, &Before);
}
