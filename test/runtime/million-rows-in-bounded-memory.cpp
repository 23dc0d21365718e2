// A million sizes in memory=8: the file stays within it, what has no room is counted in
// rows (other), and calls and bytes add up exactly; also for a program that is killed.
// million-rows-long.test does it with ten million and the default.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=keep-profile=1:memory=8:output=%t.csv:profile=%t.dir/a.asprof %t 1000000 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %python -c 'import os; s = os.stat("%t.dir/a.asprof"); assert (4 << 20) < s.st_size < (9 << 20), s.st_size'
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %rows --sum 'total bytes' %t.csv | %FileCheck %s --check-prefix=BYTES
// RUN: %rows --where 'pc0=(other)' %t.csv | %FileCheck %s --check-prefix=OTHER
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=memory=8:profile=%t.dir/b.asprof %t 1000000 kill
// RUN: %allocsite recover %t.dir/b.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv

// CHECK:       {{^}}heap profiler: enabled!
// CHECK-NEXT:  {{^}}allocsite: warning: the counters fill memory=8 MiB; what is new from here on is counted in rows (other)
// CHECK-NEXT:  {{^}}allocsite: warning: {{[0-9]+}} allocations were not counted apart: rows (other)
// CHECK-NEXT:  {{^}}Dumping log of size
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT:  {{^}}heap profiler: wrote allocation log
// CALLS:       {{^}}2000000{{$}}
// BYTES:       {{^}}999999000000{{$}}
// OTHER:       {{^}}(other)|-|-|-|{{[0-9]+}}|{{[0-9]+}}{{$}}
#include "Inputs/Play.h"
#include <signal.h>
#include <stdlib.h>

int main(int Count, char **Arguments) {
  static OneSite Module;
  uint64_t Sizes = strtoull(Arguments[1], nullptr, 10);
  for (int Round = 0; Round < 2; ++Round)
    for (uint64_t Size = 0; Size < Sizes; ++Size)
      Module.allocate(Size);
  if (Count > 2)
    raise(SIGKILL);
}
