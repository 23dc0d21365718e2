// A program that may map nothing from the first allocation on: it runs to its end, the
// little that is said is said once, and once there is memory again its log can be
// written: what was allocated meanwhile is in rows (other), exactly.
//
// UNSUPPORTED: sanitized
// Sanitizers need memory that RLIMIT_AS would not let them have.
//
// qemu has no limit of memory (RLIMIT_AS).
// REQUIRES: native
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %rows --sum 'call count' %t.dir/a.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %rows --sum 'total bytes' %t.dir/a.csv | %FileCheck %s --check-prefix=BYTES
//
// With no memory at the exit either there is no log, and no more than a line about it.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t never 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=NEVER
// RUN: %files %t.dir | count 0

// CHECK:      {{^}}heap profiler: enabled!
// CHECK-NEXT: {{^}}allocsite: error: heap profiler: no memory for counters; what is new from here on is counted in rows (other)
// CHECK-NEXT: {{^}}went on
// CHECK-NEXT: {{^}}allocsite: warning: 10000 allocations were not counted apart: rows (other)
// CHECK-NEXT: {{^}}Dumping log of size
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: {{^}}heap profiler: wrote allocation log to {{.*}}
// CHECK-NOT:  {{.}}
// CALLS:      {{^}}10000{{$}}
// BYTES:      {{^}}49995000{{$}}
// NEVER:      {{^}}heap profiler: enabled!
// NEVER-NEXT: {{^}}allocsite: error: heap profiler: no memory for counters; what is new from here on is counted in rows (other)
// NEVER-NEXT: {{^}}went on
// NEVER-NEXT: {{^}}allocsite: error: heap profiler: cannot write the allocation log: Cannot allocate memory{{$}}
// NEVER-NOT:  {{.}}
#include "Inputs/Play.h"
#include <stdio.h>
#include <sys/resource.h>

int main(int Count, char **) {
  static OneSite Module;
  struct rlimit Before, None = {1, 0};
  getrlimit(RLIMIT_AS, &Before);
  None.rlim_max = Before.rlim_max;
  setrlimit(RLIMIT_AS, &None);
  for (uint64_t Size = 0; Size < 10000; ++Size)
    Module.allocate(Size);
  fputs("went on\n", stderr);
  if (Count == 1)
    setrlimit(RLIMIT_AS, &Before);
  return 7;
}
