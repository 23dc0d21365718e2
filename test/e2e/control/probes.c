// gdb stops at the probe of each allocation, with its bytes, where the option asks for probes; and
// at none where it does not.
//
// REQUIRES: gdb
// UNSUPPORTED: sanitized
// RUN: %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=probes=1:verbosity=0:output=%t.csv gdb -nx -batch -ex 'break -probe-stap allocsite:alloc' -ex run -ex 'print $_probe_arg1' -ex continue -ex 'print $_probe_arg1' -ex 'print $_probe_arg2 != 0' -ex continue %t 2>&1 | %FileCheck %s
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.csv gdb -nx -batch -ex 'break -probe-stap allocsite:alloc' -ex run %t 2>&1 | %FileCheck %s --check-prefix=NONE
// CHECK: $1 = 24
// CHECK: $2 = 25
// CHECK: $3 = 1
// CHECK: exited normally
// NONE: exited normally
#include <stdlib.h>

static void *volatile Sink;

int main(void) {
  Sink = malloc(24);
  Sink = malloc(25);
}
