// A set-user-ID program, and one with file capabilities, lets its caller neither turn
// the profiler on nor say where files go: nothing of the environment is read. The same
// file run by its owner is profiled, which shows that it could be.
//
// REQUIRES: set-user-id, native
// RUN: %cc -O1 %s -o %t.plain
// RUN: rm -rf %t.dir && mkdir %t.dir && chmod 777 %t.dir
// RUN: cp %t.plain %t.dir/program && chmod 4755 %t.dir/program
// RUN: %python %S/../Inputs/as_nobody.py %t.dir %t.dir/program 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --allow-empty --check-prefix=QUIET
// RUN: %files %t.dir/files | count 0
//
// Owned by somebody else, called by root: secure as well.
// RUN: chown 65534 %t.dir/program && chmod 4755 %t.dir/program
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir/files ALLOCSITE_OPTIONS=output=%t.dir/files/log.csv:log-path=%t.dir/files/log %t.dir/program 2>&1 | count 0
// RUN: %files %t.dir/files | count 0
//
// By its owner, without a change of user.
// RUN: chown 0 %t.dir/program && chmod 4755 %t.dir/program
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir/files ALLOCSITE_OPTIONS=output=%t.dir/files/log.csv %t.dir/program
// RUN: %files %t.dir/files | %FileCheck %s --check-prefix=FILES
//
// With capabilities.
// RUN: rm -rf %t.dir/files && cp %t.plain %t.dir/capable && chmod 755 %t.dir/capable
// RUN: %python %S/../Inputs/as_nobody.py %t.dir %t.dir/capable 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=LOUD
// RUN: rm -rf %t.dir/files
// RUN: %python %S/../Inputs/as_nobody.py --capability %t.dir %t.dir/capable 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --allow-empty --check-prefix=QUIET
// RUN: %files %t.dir/files | count 0
//
// QUIET-NOT: {{.}}
// LOUD:      {{^}}heap profiler: enabled!
// FILES:     log.csv
// FILES-NOT: {{.}}
#include <stdlib.h>

static void *volatile Sink;
int main(void) {
  for (int I = 0; I < 1000; ++I)
    Sink = malloc(I);
}
