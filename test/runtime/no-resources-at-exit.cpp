// What runs out before the exit costs one line: no descriptors, no memory, no room
// for another file size. The program's output and exit status are its own, and where
// the log cannot be written, `recover` writes it from the profile.
//
// qemu has no limit of memory (RLIMIT_AS).
// REQUIRES: native
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/files.csv:profile=%t.dir/files.asprof %t files 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefixes=CHECK,FILES
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/memory.csv:profile=%t.dir/memory.asprof %t memory 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefixes=MEMORY
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/size.csv:profile=%t.dir/size.asprof %t size 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefixes=CHECK,SIZE
// RUN: %files %t.dir | %FileCheck %s --check-prefix=LEFT
// RUN: for f in %t.dir/*.asprof; do %allocsite recover $f | %rows --sum 'call count' /dev/stdin; done | %FileCheck %s --check-prefix=TRUTH
//
// Descriptors that are used up before anything is counted, and given back: there is no
// profile, but a log.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/early.csv:profile=%t.dir/early.asprof %t early 2> %t.err; test $? = 7
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=EARLY
// RUN: %rows --sum 'call count' %t.dir/early.csv | %FileCheck %s --check-prefix=ROWS
// RUN: %files %t.dir | not grep early.asprof

// CHECK:       {{^}}heap profiler: enabled!
// CHECK-NEXT:  {{^}}went on
// CHECK-NEXT:  {{^}}Dumping log of size 5000
// FILES-NEXT:  {{^}}allocsite: {{[0-9]+}} rows, {{.*}} in 10000 calls{{$}}
// SIZE-NEXT:   {{^}}allocsite: {{[0-9]+}} rows, {{.*}} in 10000 calls{{$}}
// FILES-NEXT:  {{^}}allocsite: error: {{.*}}files.csv: cannot write the allocation log: Too many open files; to get it: allocsite recover {{.*}}files.asprof{{$}}
// SIZE-NEXT:   {{^}}allocsite: error: {{.*}}size.csv: cannot write the allocation log: File too large; to get it: allocsite recover {{.*}}size.asprof{{$}}
// CHECK-NOT:   {{.}}
// MEMORY:      {{^}}heap profiler: enabled!
// MEMORY-NEXT: {{^}}went on
// MEMORY-NEXT: {{^}}allocsite: error: heap profiler: cannot write the allocation log: Cannot allocate memory; to get it: allocsite recover {{.*}}memory.asprof{{$}}
// MEMORY-NOT:  {{.}}
// LEFT:        {{^}}files.asprof
// LEFT-NEXT:   {{^}}memory.asprof
// LEFT-NEXT:   {{^}}size.asprof{{$}}
// LEFT-NOT:    {{.}}
// TRUTH-COUNT-3: {{^}}10000{{$}}
// EARLY:       {{^}}heap profiler: enabled!
// EARLY-NEXT:  {{^}}allocsite: warning: {{.*}}early.asprof: Too many open files: what is counted from here on is lost if the program is killed
// EARLY-NEXT:  {{^}}went on
// EARLY-NEXT:  {{^}}Dumping log of size 5000
// EARLY-NEXT: {{^}}allocsite: {{[0-9]+}} row
// EARLY-NEXT:  {{^}}heap profiler: wrote allocation log
// ROWS:        {{^}}10000{{$}}
#include "Inputs/Play.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(int What, rlim_t To) {
  struct rlimit Limit;
  getrlimit(__rlimit_resource(What), &Limit);
  Limit.rlim_cur = To;
  setrlimit(__rlimit_resource(What), &Limit);
}

int main(int, char **Arguments) {
  static OneSite Module;
  const char *How = Arguments[1];
  bool Early = !strcmp(How, "early");
  static int Opened[64];
  int Count = 0;
  auto useUp = [&] {
    limit(RLIMIT_NOFILE, 40);
    while ((Opened[Count] = open("/dev/null", O_RDONLY)) >= 0)
      ++Count;
  };
  if (Early)
    useUp();
  for (int I = 0; I < 2; ++I)
    for (uint64_t Size = 0; Size < 5000; ++Size)
      Module.allocate(Size);
  if (!strcmp(How, "files"))
    useUp();
  if (!strcmp(How, "memory"))
    limit(RLIMIT_AS, 1);
  if (!strcmp(How, "size"))
    limit(RLIMIT_FSIZE, 1000);
  if (Early)
    while (Count)
      close(Opened[--Count]);
  fputs("went on\n", stderr);
  return 7;
}
