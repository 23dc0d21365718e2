// output= with %p, %e, %h, %n and %%; without it a fresh file in $TMPDIR. Every log
// is readable by its owner alone.
//
// RUN: %runtime_cxx %s -o %t.exe
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a-%%e-%%n%%%%.csv %t.exe
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a-%%e-%%n%%%%.csv %t.exe
// RUN: ls -l %t.dir/*.csv | %FileCheck %s
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/p%%p.csv %t.exe > %t.pid
// RUN: ls %t.dir/p$(cat %t.pid).csv
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/h-%%h.csv %t.exe
// RUN: ls %t.dir/h-$(uname -n).csv
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t.exe 2>&1 | %FileCheck %s --check-prefix=FRESH
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t.exe
// RUN: ls -l %t.dir/skip-alloc-log-??????.csv | count 2
// RUN: ls -l %t.dir/* | %FileCheck %s --check-prefix=MODE

// CHECK: {{^}}-rw-------{{.*}}a-output-name.cpp.tmp.exe-0%.csv
// CHECK-NEXT: {{^}}-rw-------{{.*}}a-output-name.cpp.tmp.exe-1%.csv{{.*}}
// CHECK-NOT: {{.}}
// FRESH: wrote allocation log to {{.*}}.dir/skip-alloc-log-{{[A-Za-z0-9]+}}.csv
// MODE: {{^}}-rw-------
// MODE-NEXT: {{^}}-rw-------
#include "Inputs/Play.h"
#include <stdio.h>
#include <unistd.h>

int main() {
  static OneSite Module;
  Module.allocate(24);
  printf("%d", int(getpid()));
}
