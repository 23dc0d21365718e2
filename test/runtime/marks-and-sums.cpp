// Marks split what was counted, a reset begins anew, sums are those of arithmetic, and logs
// are written on the way. A killed process leaves its marks.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t %t.dir/now-%n.csv
// RUN: %FileCheck %s --input-file=%t.dir/a.csv
// RUN: %table marks %t.dir/a.csv | %FileCheck %s --check-prefix=MARKS
// RUN: %FileCheck %s --input-file=%t.dir/now-0.csv --check-prefix=FIRST
// RUN: %FileCheck %s --input-file=%t.dir/now-1.csv --check-prefix=SECOND
// RUN: %files %t.dir | count 3
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/a.asprof %t %t.dir/now-%n.csv kill
// RUN: %allocsite recover %t.dir/a.asprof -o %t.dir/a.csv
// RUN: %FileCheck %s --input-file=%t.dir/a.csv
// RUN: %table marks %t.dir/a.csv | %FileCheck %s --check-prefix=KILLED

// CHECK: pc0,
// CHECK-NEXT: "main",-,-,-,16,5,80,{{.*}}
// CHECK-NEXT: "other",-,-,-,8,1,8,{{.*}}
// CHECK-NOT: {{.}}
// MARKS: pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site,mark,seconds,frame
// MARKS-NEXT: "main",-,-,-,8,3,24,"Pool::get",-,"a.c:1:5","say ""so""",{{0[.][0-9]+}},0{{$}}
// MARKS-NEXT: "main",-,-,-,8,1,8,{{.*}},"(reset)",{{.*}}
// MARKS-NEXT: "main",-,-,-,16,5,80,{{.*}},"then",{{.*}}
// MARKS-NEXT: "other",-,-,-,8,1,8,{{.*}},"(end)",{{.*}}
// MARKS-NOT: {{.}}
// KILLED: "say ""so"""
// KILLED-NEXT: "(reset)"
// KILLED-NEXT: "main",-,-,-,16,5,80,{{.*}},"then",{{.*}}
// KILLED-NOT: {{.}}
// FIRST: "main",-,-,-,8,3,24,{{.*}}
// FIRST-NOT: {{.}}
// SECOND: "main",-,-,-,16,5,80,{{.*}}
// SECOND-NOT: {{.}}
#include "Inputs/Play.h"
#include "allocsite/control.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bool Fine, const char *What) {
  if (!Fine) {
    fprintf(stderr, "not so: %s\n", What);
    exit(1);
  }
}

static bool sums(const char *Allocator, unsigned Calls, unsigned Bytes) {
  struct allocsite_totals Sum;
  return allocsite_totals(Allocator, &Sum) == 0 && Sum.calls == Calls && Sum.bytes == Bytes;
}

static OneSite *Other;

static void *another(void *) {
  Other->allocate(8);
  struct allocsite_totals Sum;
  check(allocsite_thread_totals(nullptr, &Sum) == 0 && Sum.calls == 1 && Sum.bytes == 8,
        "sums of a thread");
  return nullptr;
}

int main(int Count, char **Arguments) {
  static OneSite Module;
  static OneSite Its("other");
  Other = &Its;
  check(sums(nullptr, 0, 0), "none yet");
  for (int I = 0; I < 3; ++I)
    Module.allocate(8);
  check(sums(nullptr, 3, 24) && sums("Pool::get", 3, 24) && sums("malloc", 0, 0), "sums");
  check(allocsite_mark("say \"so\"") == 0, "a mark");
  check(allocsite_dump(Arguments[1]) == 0, "a dump");
  Module.allocate(8);
  check(allocsite_reset() == 0 && sums(nullptr, 0, 0), "a reset");
  for (int I = 0; I < 5; ++I)
    Module.allocate(16);
  check(allocsite_mark("then") == 0 && allocsite_dump(Arguments[1]) == 0, "more of both");
  pthread_t Thread;
  pthread_create(&Thread, nullptr, another, nullptr);
  pthread_join(Thread, nullptr);
  check(sums(nullptr, 6, 88), "sums since the reset");
  if (Count > 2)
    raise(SIGKILL);
  check(allocsite_dump("/dev/null/log.csv") != 0, "a dump that fails");
  check(allocsite_dump("") != 0, "a dump to nowhere");
}
