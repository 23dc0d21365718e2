// Messages go to descriptor 2 only while that is the file it was at start-up: a
// program that closed it and opened something else finds nothing of ours in it.
// Nor does a descriptor below 3 become the log's.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.csv %t.db
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t %t.db 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: ls -l %t.db | %FileCheck %s --check-prefix=EMPTY
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CSV
//
// Closed from the start.
// RUN: rm -f %t.csv %t.db
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2>&-
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t %t.db 2>&-
// RUN: ls -l %t.db | %FileCheck %s --check-prefix=EMPTY
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CSV
//
// A pipe that nobody reads does not kill the program.
// RUN: sh -c 'env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t; echo $? >%t.status' 2>&1 | true
// RUN: cat %t.status | %FileCheck %s --check-prefix=STATUS

// CHECK: enabled!{{.*}}
// CHECK-NOT: {{.}}
// EMPTY: {{^[-rw]+[.]? 1 [^ ]+ +[^ ]+ +0 }}
// CSV: "main",-,-,-,24,1,24
// CSV-NOT: heap profiler
// STATUS: {{^0$}}
#include "Inputs/Play.h"
#include "Inputs/Reader.h"
#include <fcntl.h>
#include <unistd.h>

int main(int Count, char **Arguments) {
  static OneSite Module;
  Module.allocate(24);
  waitUntilNobodyReads(2);
  if (Count == 1)
    return 0;
  close(2);
  return open(Arguments[1], O_WRONLY | O_CREAT, 0600) == 2 ? 0 : 1;
}
