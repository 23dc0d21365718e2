// `allocsite recover` without arguments lists the profiles whose process has
// ended, newest first; that of a process that runs is not listed, but can be
// read: the log of that moment, with a note.
//
// RUN: %cc -O1 %s -o %t && rm -rf %t.dir && mkdir %t.dir
// RUN: env TMPDIR=%t.dir %allocsite recover 2>&1 | %FileCheck %s --check-prefix=NOTHING
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/first.asprof %t
// RUN: touch -d '1 minute ago' %t.dir/first.asprof
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/second.asprof %t
// RUN: touch -d '1 second ago' %t.dir/second.asprof
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/third.asprof %t %allocsite %t.dir > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out
// RUN: env TMPDIR=%t.dir %allocsite recover | %FileCheck %s --check-prefix=AFTER
//
// A process is known by the time at which it began. Run by qemu, it takes that for a little later
// than it was; here for a second. No process begins before the one that had its number.
// RUN: rm %t.dir/third.asprof && not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/third.asprof %t %allocsite %t.dir 100 > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out
// RUN: rm %t.dir/third.asprof && not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/third.asprof %t %allocsite %t.dir -100000 > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=ANOTHER
//
// NOTHING-NOT: first.asprof
// CHECK-NOT:   third.asprof
// CHECK:       {{^}}20{{.*}} recover-lists-orphans.c.tmp {{.*}}/second.asprof{{$}}
// CHECK-NEXT:  {{^}}20{{.*}} recover-lists-orphans.c.tmp {{.*}}/first.asprof{{$}}
// CHECK:       {{^}}allocsite: note: {{.*}}third.asprof: process {{[0-9]+}} still runs: the log is of this moment
// CHECK:       {{^}}"main",-,-,-,10,3,30,
// ANOTHER:     {{^}}20{{.*}} recover-lists-orphans.c.tmp {{.*}}/third.asprof{{$}}
// ANOTHER-NOT: still runs
// AFTER:       third.asprof
// AFTER-NEXT:  second.asprof
// AFTER-NEXT:  first.asprof
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *volatile Sink;

/// In the header of the profile.
static void beginLaterBy(int Ticks, const char *Profile) {
  enum { StartTime = 32 };
  int File = open(Profile, O_RDWR);
  uint64_t Time;
  if (pread(File, &Time, sizeof(Time), StartTime) != sizeof(Time) || !Time)
    exit(2);
  Time += Ticks;
  if (pwrite(File, &Time, sizeof(Time), StartTime) != sizeof(Time))
    exit(2);
}

int main(int Count, char **Arguments) {
  char Command[4096];
  for (int I = 0; I < 3; ++I)
    Sink = malloc(10);
  if (Count > 3) {
    snprintf(Command, sizeof(Command), "%s/third.asprof", Arguments[2]);
    beginLaterBy(atoi(Arguments[3]), Command);
  }
  if (Count > 2) {
    snprintf(Command, sizeof(Command),
             "TMPDIR=%s %s recover; %s recover %s/third.asprof", Arguments[2],
             Arguments[1], Arguments[1], Arguments[2]);
    if (system(Command))
      return 1;
  }
  raise(SIGKILL);
}
