// lifetimes=1: how many bytes were allocated between a block and its end, by row: the sum of
// them, the longest, and how many blocks lived that briefly. own-peaks=1: the most that was alive
// of a site. The columns stand behind those of live=1, and `recover` has them, too.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:lifetimes=1:own-peaks=1 %t 2> %t.err
// RUN: head -1 %t.csv | %FileCheck %s --check-prefix=COLUMNS
// RUN: %rows --cols "site,bytes allocated,freed count,lifetime bytes,longest lifetime bytes,freed within 1 KiB count,freed within 32 KiB count,freed within 1 MiB count,own peak bytes" %t.csv \
// RUN:   | %FileCheck %s
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:lifetimes=1:own-peaks=1:profile=%t.asprof %t kill 2>/dev/null || true
// RUN: %allocsite recover %t.asprof -o %t.csv
// RUN: head -1 %t.csv | %FileCheck %s --check-prefix=COLUMNS
// RUN: %rows --cols "site,bytes allocated,freed count,lifetime bytes,longest lifetime bytes,freed within 1 KiB count,freed within 32 KiB count,freed within 1 MiB count,own peak bytes" %t.csv \
// RUN:   | %FileCheck %s
// Without live=1 they do nothing.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:lifetimes=1:own-peaks=1 %t 2> %t.err
// RUN: head -1 %t.csv | %FileCheck %s --check-prefix=TEN
//
// COLUMNS: ,temporary count,resized in place count,moved count,copied bytes,lifetime bytes,longest lifetime bytes,freed within 1 KiB count,freed within 32 KiB count,freed within 1 MiB count,own peak bytes{{$}}
// TEN: ,type,site{{$}}
// Temporaries: nothing comes between.
// CHECK-DAG: {{^}}a.c:1:5|100|10|0|0|10|10|10|100{{$}}
// Before five of 500 bytes.
// CHECK-DAG: {{^}}a.c:2:5|1000|1|2500|2500|0|1|1|1000{{$}}
// CHECK-DAG: {{^}}a.c:3:5|500|5|5000|2000|3|5|5|2500{{$}}
// Reallocated from 60 to 6000, which frees and allocates; then 2 MiB come.
// CHECK-DAG: {{^}}a.c:4:5|60|1|0|0|1|1|1|6000{{$}}
// CHECK-DAG: {{^}}a.c:4:5|6000|1|2097152|2097152|0|0|0|6000{{$}}
// CHECK-DAG: {{^}}a.c:5:5|2097152|0|0|0|0|0|0|2097152{{$}}
#include "Inputs/PlayLive.h"
#include <signal.h>

int main(int Count, char **) {
  static PlayLive Module;
  for (int I = 0; I < 10; ++I)
    free(Module.take(0, 100));
  void *Long = Module.take(1, 1000);
  void *Some[5];
  for (void *&Each : Some)
    Each = Module.take(2, 500);
  free(Long); // 5 of 500 later
  for (void *Each : Some) // 2000, 1500, … 0 later
    free(Each);
  void *Grown = Module.resize(3, Module.take(3, 60), 6000);
  static void *volatile Kept = Module.take(4, 2 << 20);
  free(Grown);
  if (Count > 1)
    raise(SIGKILL);
  return !Kept;
}
