// An explicit output= replaces what is there: a second run works, a symbolic
// link is replaced and its target left alone. What is no regular file is written
// in place, never replaced. A companion that AllocSite has not written stays.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && echo precious > %t.dir/target
// RUN: ln -s target %t.dir/log.csv && mkfifo %t.dir/pipe
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t
// RUN: cat %t.dir/target | %FileCheck %s --check-prefix=TARGET
// RUN: %FileCheck %s --input-file=%t.dir/log.csv
// RUN: sh -c 'exec 3<>%t.dir/pipe; env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/pipe:verbosity=0 %t; head -n 2 <&3' | %FileCheck %s
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=/dev/stdout:verbosity=0 %t | %FileCheck %s
// RUN: %files %t.dir | count 3
//
// No reader, and a directory: one line, and the program goes on.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/pipe %t 2>&1 | %FileCheck %s --check-prefix=NOREADER
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir %t 2>&1 | %FileCheck %s --check-prefix=DIRECTORY
//
// RUN: cp %t.dir/target %t.dir/log.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:threads=1 %t 2>&1 | %FileCheck %s --check-prefix=BESIDE
// RUN: grep -x precious %t.dir/log.asprof && rm %t.dir/log.asprof
// One of AllocSite is written anew.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:threads=1:verbosity=0 %t 2>&1 | count 0
// RUN: %table threads %t.dir/log.csv | grep thread
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:threads=1:verbosity=0 %t 2>&1 | count 0
// RUN: %table threads %t.dir/log.csv | grep thread
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t && not %table threads %t.dir/log.csv
// A profile that a process may count into is no companion.
// RUN: cp %S/../report/fuzz/profiles/small.asprof %t.dir/log.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:threads=1 %t 2>&1 | %FileCheck %s --check-prefix=BESIDE
// RUN: cmp %S/../report/fuzz/profiles/small.asprof %t.dir/log.asprof && rm %t.dir/log.asprof
//
// So are the files that older versions left, also an empty one, as a killed run leaves it; those of
// others stay.
// RUN: for Kind in places modules arenas marks threads timeline timeline-groups frees graph; do cp %t.dir/target %t.dir/log.$Kind.csv; done
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t 2>&1 | count 0
// RUN: cat %t.dir/log.*.csv | grep -c precious | grep -x 9
// RUN: rm %t.dir/log.*.csv && : > %t.dir/log.threads.csv && echo function,module > %t.dir/log.modules.csv
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:verbosity=0 %t 2>&1 | count 0
// RUN: %files %t.dir | count 3

// BESIDE: allocsite: warning: {{.*}}log.asprof: no companion of a log; it is left as it is, and what belongs to {{.*}}log.csv is not written
// TARGET: precious
// CHECK: {{^}}pc0,
// CHECK-NEXT: "main",-,-,-,24,1,24
// NOREADER: pipe: cannot write the allocation log: No such device or address
// DIRECTORY: allocsite: error: {{.*}}.dir: cannot write the allocation log: Is a directory
#include "Inputs/Play.h"

int main() {
  static OneSite Module;
  Module.allocate(24);
}
