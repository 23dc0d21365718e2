// ALLOCSITE_OPTIONS: an unknown key gets one warning that suggests the nearest,
// a bad value one that names the good ones; values may be quoted; help=1 prints
// the table and the program runs on; verbosity=0 prints errors, and what is wrong in
// these options, alone. A key may be spelled with underscores, as some once were.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 "ALLOCSITE_OPTIONS=outptu=/x:csv=fat:verbosity:output='%t:a.csv'" %t 2>&1 | %FileCheck %s
// RUN: ls "%t:a.csv"
// RUN: env SKIP_HEAP_PROFILE=1 'ALLOCSITE_OPTIONS=help=1:output="%t b.csv"' %t 2>&1 | %FileCheck %s --check-prefix=HELP
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=nonsense=1:output=%t.csv:verbosity=0 %t 2>&1 | count 1
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=2 %t 2>&1 | %FileCheck %s --check-prefix=DETAIL
// RUN: rm -f %t.log %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.asprof:keep_profile=1:log_path=%t.log %t 2>&1 | count 0
// RUN: ls %t.log %t.asprof

// CHECK: {{^}}allocsite: warning: ALLOCSITE_OPTIONS: unknown option 'outptu'; did you mean 'output'?
// CHECK-NEXT: {{^}}allocsite: warning: ALLOCSITE_OPTIONS: csv=fat: not one of full|skip
// CHECK-NEXT: {{^}}allocsite: warning: ALLOCSITE_OPTIONS: 'verbosity' has no value
// CHECK-NEXT: {{^}}heap profiler: enabled!
// CHECK: wrote allocation log to {{.*}}:a.csv

// HELP: ALLOCSITE_OPTIONS=key=value
// HELP: output=
// HELP: csv=full|skip
// HELP: allocators=all|arena
// HELP: log-path=
// HELP: verbosity=0|1|2
// HELP: help=0|1
// HELP: heap profiler: enabled!
// HELP: wrote allocation log to {{.*}} b.csv

// DETAIL: allocsite: 1 allocations in 1 modules, counted in 1 thread tables
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  Module.allocate(24);
}
