// Directories of output= that are missing are made when the program starts, also those that %p and %e name; where
// that cannot be, the message names the log and the reason, and the program goes on.
//
// RUN: %runtime_cxx %s -o %t && rm -rf %t.d
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.d/a/b/log.csv %t 2>&1 | %FileCheck %s
// RUN: %rows --cols "bytes allocated,call count" %t.d/a/b/log.csv | %FileCheck %s --check-prefix=ROW
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.d/%%n/%%e-%%n.csv %t 2>&1 | %FileCheck %s
// RUN: ls %t.d/*/*-*.csv | count 1
// RUN: echo text > %t.file
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.file/a/log.csv %t 2>&1 | %FileCheck %s --check-prefix=FAILED
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.d/c.csv:profile=%t.d/p/a.asprof:keep-profile=1:verbosity=0 %t 2>&1 | count 0
// RUN: ls %t.d/p/a.asprof
//
// CHECK: heap profiler: wrote allocation log to {{.*}}.csv
// ROW: {{^}}24|1{{$}}
// FAILED: allocsite: error: {{.*}}log.csv: cannot write the allocation log: Not a directory
#include "Inputs/Play.h"

static Play Module;

int main() {
  uint32_t Main = Module.function("main");
  uint32_t Site = Module.site(Main, Module.frame(Main, "a.c", 9));
  Module.load();
  Module.allocate(Site, 24);
}
