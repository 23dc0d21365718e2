// Where the log cannot be written, one line says so, nothing is left behind but
// the profile, from which it can be recovered, and output and exit code are the
// program's own: a full disk, a file size limit (whose signal would kill), a
// directory that is a file, a read-only one.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir %t.tmp && mkdir %t.dir %t.tmp
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.tmp ALLOCSITE_OPTIONS=output=/dev/full %t > %t.out 2> %t.err; test $? = 7
// RUN: cat %t.out | %FileCheck %s --check-prefix=OUT
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=FULL
// RUN: (env SKIP_HEAP_PROFILE=1 TMPDIR=%t.tmp ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t limit; echo status $?) 2>&1 | %FileCheck %s --check-prefix=LIMIT
// RUN: %files %t.dir | count 0
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t limit > /dev/null 2>&1; test $? = 7
// RUN: %files %t.dir "*.asprof" | count 1
// RUN: %files %t.dir | count 1
// RUN: %files %t.tmp "*.asprof" | count 2
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.tmp ALLOCSITE_OPTIONS=output=%t/no/a.csv %t > %t.out 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=NONE
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.tmp ALLOCSITE_OPTIONS=output=/proc/sys/a.csv:verbosity=0 %t > %t.out 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=READONLY

// OUT: output of the program{{.*}}
// OUT-NOT: {{.}}
// FULL: Dumping log of size 1
// FULL-NEXT: {{^}}allocsite: {{[0-9]+}} row
// FULL-NEXT: {{^}}allocsite: error: /dev/full: cannot write the allocation log: No space left on device{{.*}}
// FULL-NOT: {{.}}
// LIMIT: allocsite: error: {{.*}}a.csv: cannot write the allocation log: File too large; to get it: allocsite recover {{.*}}.tmp/allocsite-
// LIMIT-NEXT: status 7
// NONE: cannot write the allocation log: Not a directory
// READONLY: allocsite: error: /proc/sys/a.csv: cannot write{{.*}}
// READONLY-NOT: {{.}}
#include "Inputs/Play.h"
#include <stdio.h>
#include <sys/resource.h>

int main(int Count, char **) {
  static OneSite Module;
  Module.allocate(24);
  puts("output of the program");
  fflush(stdout);
  if (Count > 1) {
    struct rlimit Limit = {16, 16};
    setrlimit(RLIMIT_FSIZE, &Limit);
  }
  return 7;
}
