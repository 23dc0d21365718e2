// ALLOCSITE=1 is SKIP_HEAP_PROFILE=1 by another name; where both are set, the older one
// decides. With the newer one standard error, where that is no terminal, stays what the program
// writes: test suites compare it. What the user asks for and does not get is said all the same.
//
// REQUIRES: pty
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.csv %t.log && env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | count 0
// RUN: %rows --cols 'bytes allocated,call count' %t.csv | grep -Fx '24|1'
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=1 %t 2>&1 | grep enabled
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv:log-path=%t.log %t 2>&1 | count 0
// RUN: grep enabled %t.log
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv %python -c "import pty,sys; sys.exit(pty.spawn(sys.argv[1:]))" %t | grep enabled
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=outptu=x:output=/dev/full %t 2>&1 | %FileCheck %s --check-prefix=FULL
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv:help=1 %t 2>&1 | grep outp
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv:report=table %t 2>&1 | grep main
// RUN: env ALLOCSITE=0 %t 2>&1 | count 0
// RUN: env ALLOCSITE=1 SKIP_HEAP_PROFILE=0 %t 2>&1 | count 0
// RUN: rm %t.csv && env ALLOCSITE=1 SKIP_HEAP_PROFILE= ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | count 0
// RUN: ls %t.csv
// RUN: env ALLOCSITE=yes %t 2>&1 | %FileCheck %s
// CHECK: {{^}}allocsite: warning: ALLOCSITE=yes: not a number; the heap profiler stays off
// FULL:      {{^}}allocsite: warning: ALLOCSITE_OPTIONS: unknown option 'outptu'
// FULL-NEXT: {{^}}allocsite: error: /dev/full: cannot write the allocation log: No space left on device{{.*}}
// FULL-NOT:  {{.}}
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  Module.allocate(24);
}
