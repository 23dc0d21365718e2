// gdb stops at the probe of each allocation, with its bytes, where the option asks for probes; and
// at none where it does not.
//
// REQUIRES: gdb
// UNSUPPORTED: sanitized
// RUN: %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=probes=1:verbosity=0:output=%t.csv gdb -nx -batch -ex 'break -probe-stap allocsite:alloc' -ex run -ex 'print $_probe_arg1' -ex continue -ex 'print $_probe_arg1' -ex 'print $_probe_arg2 != 0' -ex continue %t 2>&1 | %FileCheck %s
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.csv gdb -nx -batch -ex 'break -probe-stap allocsite:alloc' -ex run %t 2>&1 | %FileCheck %s --check-prefix=NONE
//
// With probes=otel and each block in the sample it stops at the probes of OpenTelemetry, whose arguments are in
// the registers of a call, too; a block of 24 bytes stands for 24. The stack is whole, up to main.
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=probes=otel:sample=1:verbosity=0:output=%t.csv gdb -nx -batch -ex 'break -probe-stap otel_memory:alloc' -ex 'break -probe-stap otel_memory:free' -ex run -ex 'print $_probe_arg1 + 1000 * $_probe_arg2' -ex 'print $_probe_arg0 == $rdi && $_probe_arg1 == $rsi && $_probe_arg2 == $rdx' -ex bt -ex 'set $block = $_probe_arg0' -ex continue -ex 'print $_probe_arg1' -ex continue -ex 'print $block == $_probe_arg0 && $block == $rdi' -ex continue %t 2>&1 | %FileCheck %s --check-prefix=OTEL
// OTEL: $1 = 24024
// OTEL: $2 = 1
// OTEL: #{{[0-9]+}} {{.*}} in main
// OTEL: $3 = 25
// OTEL: $4 = 1
// OTEL: exited normally
//
// CHECK: $1 = 24
// CHECK: $2 = 25
// CHECK: $3 = 1
// CHECK: exited normally
// NONE: exited normally
#include <stdlib.h>

static void *volatile Sink;

int main(void) {
  void *First = malloc(24);
  Sink = First;
  Sink = malloc(25);
  free(First);
}
