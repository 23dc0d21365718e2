// Signals stop counting and have it go on, and write a log; the program's own handler of
// them, which is there later, replaces ours, and one that it restores is ours.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=start=off:signal-toggle=USR1:signal-dump=SIGUSR2:output=%t.dir/a.csv %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %rows --cols "bytes allocated,call count" %t.dir/a-1.csv | %FileCheck %s --check-prefix=FIRST
// RUN: %rows --cols "bytes allocated,call count" %t.dir/a-2.csv | %FileCheck %s --check-prefix=SECOND
// RUN: %rows --cols "bytes allocated,call count" %t.dir/a.csv | %FileCheck %s --check-prefix=SECOND
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=signal-toggle=KILL:signal-dump=SEGVX:output=%t.dir/b.csv not --crash %t 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=WRONG

// ERR: wrote what was counted so far to {{.*}}a-1.csv
// ERR: wrote what was counted so far to {{.*}}a-2.csv
// FIRST: {{^}}20|2
// FIRST-NOT: {{.}}
// SECOND: {{^}}50|1
// SECOND-NEXT: {{^}}20|2
// SECOND-NOT: {{.}}
// WRONG: ALLOCSITE_OPTIONS: signal-toggle=KILL: not a signal that can be taken; write USR1, USR2 or a number
// WRONG: ALLOCSITE_OPTIONS: signal-dump=SEGVX: not a signal
#include <signal.h>
#include <stdlib.h>

static void *volatile Sink;
static volatile int Handled;
static void handle(int signal) { Handled = signal; }

int main(void) {
  Sink = malloc(10); // stopped
  raise(SIGUSR1);
  for (int i = 0; i < 2; ++i)
    Sink = malloc(20);
  raise(SIGUSR2);
  raise(SIGUSR1);
  Sink = malloc(30); // stopped
  struct sigaction before;
  struct sigaction own = {.sa_handler = handle};
  sigaction(SIGUSR1, &own, &before);
  raise(SIGUSR1); // the program's alone
  Sink = malloc(40);
  sigaction(SIGUSR1, &before, NULL);
  raise(SIGUSR1);
  Sink = malloc(50);
  raise(SIGUSR2);
  return Handled == SIGUSR1 ? 0 : 1;
}
