// memory= bounds what counters take: what is new then is counted by site alone,
// in rows (other) whose sizes are the mean. One line says so; calls and bytes
// add up exactly, also in the profile.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:memory=1:keep-profile=1:profile=%t.asprof %t 2>&1 | %FileCheck %s
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %rows --sum 'total bytes' %t.csv | %FileCheck %s --check-prefix=BYTES
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CSV
// RUN: %allocsite recover %t.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv
// RUN: %python -c 'import os; assert os.path.getsize("%t.asprof") < 2 << 20'
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:memory=none %t 2>&1 | %FileCheck %s --check-prefix=BAD

// CHECK: {{^}}heap profiler: enabled!
// CHECK-NEXT: {{^}}allocsite: warning: the counters fill memory=1 MiB; what is new from here on is counted in rows (other)
// CHECK-NEXT: {{^}}allocsite: warning: {{[0-9]+}} allocations were not counted apart: rows (other)
// CHECK-NEXT: {{^}}Dumping log
// CALLS: {{^}}400040{{$}}
// BYTES: {{^}}29999800780{{$}}
// CSV: "(other)",-,-,-,{{.*}},"Pool::get",-,"a.c:1:5"
// BAD: warning: ALLOCSITE_OPTIONS: memory=none: not a number from 1 to 1000000
#include "Inputs/Play.h"
#include <pthread.h>

static OneSite *Module;

static void *work(void *) {
  for (uint64_t Size = 0; Size < 40; ++Size)
    Module->allocate(Size);
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  for (int Round = 0; Round < 2; ++Round)
    for (uint64_t Size = 0; Size < 200000; ++Size)
      Module->allocate(Size / (Round + 1));
  // A thread that finds no room for a table at all counts too.
  pthread_t Thread;
  pthread_create(&Thread, nullptr, work, nullptr);
  pthread_join(Thread, nullptr);
}
