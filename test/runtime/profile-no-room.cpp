// Where the profile cannot be had, one line says what that means, the program
// goes on, counts, and dies of no signal of ours: a directory that cannot be made,
// a file size limit, no descriptors, no space.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=/proc/no/a.asprof %t 2>&1 | %FileCheck %s --check-prefixes=ALL,NONE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CSV
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=/proc/sys/a.asprof %t 2>&1 | %FileCheck %s --check-prefix=ALL
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/a.asprof %t size 2>&1 | %FileCheck %s --check-prefixes=ALL,SIZE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=CSV
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/a.asprof %t grow 2>&1 | %FileCheck %s --check-prefixes=ALL,SIZE
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/a.asprof %t files 2>&1 | %FileCheck %s --check-prefixes=ALL,FILES
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=/dev/full/a.asprof %t 2>&1 | %FileCheck %s --check-prefix=ALL
// RUN: %files %t.dir | count 0
//
// What is counted in memory alone is said to be missing from the file.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:keep-profile=1:profile=%t.dir/a.asprof %t grow
// RUN: %allocsite recover %t.dir/a.asprof -o %t.recovered.csv 2>&1 | %FileCheck %s --check-prefix=PART
// RUN: ls %t.recovered.csv

// ALL: {{^}}heap profiler: enabled!
// ALL-NEXT: {{^}}allocsite: warning: {{.*}}a.asprof:
// NONE-SAME: No such file or directory
// SIZE-SAME: File too large
// FILES-SAME: Too many open files
// ALL-SAME: : what is counted from here on is lost if the program is killed
// ALL-NEXT: {{^}}went on
// ALL-NEXT: {{^}}Dumping log of size 5000
// ALL-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ALL-NEXT: {{^}}heap profiler: wrote allocation log to {{.*}}
// ALL-NOT: {{.}}
// CSV: "main",-,-,-,4999,3,14997,
// CSV-NEXT: "main",-,-,-,4998,3,14994,
// PART: allocsite: note: {{.*}}a.asprof: a part of what was counted was in memory alone and is lost
#include "Inputs/Play.h"
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static void limit(int What, rlim_t To) {
  struct rlimit Limit;
  getrlimit(__rlimit_resource(What), &Limit);
  Limit.rlim_cur = To;
  setrlimit(__rlimit_resource(What), &Limit);
}

int main(int Count, char **Arguments) {
  static OneSite Module;
  const char *How = Count > 1 ? Arguments[1] : "";
  if (!strcmp(How, "grow"))
    for (uint64_t Size = 0; Size < 700; ++Size)
      Module.allocate(Size);
  struct rlimit Files, Bytes;
  getrlimit(RLIMIT_NOFILE, &Files);
  getrlimit(RLIMIT_FSIZE, &Bytes);
  if (!strcmp(How, "size"))
    limit(RLIMIT_FSIZE, 100);
  if (!strcmp(How, "grow"))
    limit(RLIMIT_FSIZE, 500000);
  if (!strcmp(How, "files"))
    limit(RLIMIT_NOFILE, 3);
  uint64_t First = !strcmp(How, "grow") ? 700 : 0;
  for (int I = 0; I < 3; ++I)
    for (uint64_t Size = I ? 0 : First; Size < 5000; ++Size)
      Module.allocate(Size);
  setrlimit(RLIMIT_NOFILE, &Files);
  setrlimit(RLIMIT_FSIZE, &Bytes);
  fputs("went on\n", stderr);
}
