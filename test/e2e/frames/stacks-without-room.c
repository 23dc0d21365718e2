// Stacks take half of memory= at most. Beyond that, new ones are counted without callers, which a
// message says; no call is lost. Where the profile cannot grow, they are kept in memory.
//
// RUN: %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=memory=2:output=%t.csv %t 2>&1 | %FileCheck %s
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CUT
// RUN: bash -c 'ulimit -f 400; SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv exec %t' 2>&1 | %FileCheck %s --check-prefix=FULL
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=WHOLE
//
// CHECK: allocsite: warning: stacks have no more room in memory=2 MiB; allocations with a new one are counted without callers
// CHECK: allocsite: {{[0-9]+}} rows, 128.0 KiB in 16384 calls
// CALLS: {{^}}16384{{$}}
// CUT: {{^}}"leaf",-,-,-,8,
// FULL: is lost if the program is killed
// WHOLE-NOT: {{^}}"leaf",-,
#include "../Inputs/stacks-by-bits.h"
#include <signal.h>
#include <stdlib.h>

static void *volatile Sink;

__attribute__((noinline)) static void leaf(void) {
  Sink = malloc(8);
  Sink = NULL;
}
int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  for (uintptr_t Way = 0; Way < 1 << 14; ++Way)
    right(Way, 14);
}
