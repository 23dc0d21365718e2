// `allocsite stop`, `start` and `mark` reach a process that was started with control=1, a forked
// child too; `dump` reaches each. Marks and logs come by themselves at times, after bytes and at
// peaks, and the files of dump= are no more than dump-most=.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=control=1:output=%t.dir/a.csv TOOL=%allocsite %t asked %t.dir 2> %t.err
// RUN: %rows --cols "bytes allocated,call count" %t.dir/a.csv | %FileCheck %s --check-prefix=ALL
// RUN: %table marks %t.dir/a.csv > %t.dir/a.marks && %rows --cols "bytes allocated,call count,mark" %t.dir/a.marks | %FileCheck %s --check-prefix=MARKS
// RUN: %rows --cols "bytes allocated,call count" %t.dir/parent.csv | %FileCheck %s --check-prefix=DUMP
// RUN: %rows --cols "bytes allocated,call count" %t.dir/child.csv | %FileCheck %s --check-prefix=CHILD
// RUN: %rows --cols "bytes allocated,call count" %t.dir/a-*.csv | %FileCheck %s --check-prefix=CHILD
// ALL: {{^}}50|1
// ALL-NEXT: {{^}}40|1
// ALL-NEXT: {{^}}30|1
// ALL-NEXT: {{^}}10|1
// ALL-NOT: {{.}}
// MARKS: 30|1|loaded twice
// MARKS: 40|1|(end)
// DUMP: {{^}}40|1
// DUMP-NEXT: {{^}}30|1
// DUMP-NEXT: {{^}}10|1
// DUMP-NOT: {{.}}
// CHILD: {{^}}70|1
// CHILD-NEXT: {{^}}60|1
// CHILD-NOT: {{.}}
//
// Without the option it says how to get there; a process that is none, or does not answer.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/b.csv TOOL=%allocsite %t refused %t.dir 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: error: process {{[0-9]+}} takes no commands (start it with ALLOCSITE_OPTIONS=control=1)
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=control=1:output=%t.dir/c.csv TOOL=%allocsite %t stopped %t.dir 2>&1 | %FileCheck %s --check-prefix=STOPPED
// STOPPED: error: process {{[0-9]+}} has not answered in 0.05 s
// STOPPED: later 0
// RUN: not %allocsite mark 4711 "" 2>&1 | %FileCheck %s --check-prefix=EMPTY
// EMPTY: a name has 1 to 255 bytes
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=mark=50ms:dump=1M:dump-most=2:dump-path=%t.dir/d/%n-of-%e.csv:output=%t.dir/d.csv %t alone %t.dir 2> %t.err2
// RUN: %FileCheck %s --input-file=%t.err2 --check-prefix=DUMPED
// RUN: %files %t.dir/d | count 2
// RUN: %table marks %t.dir/d.csv > %t.dir/d.marks && %rows --cols "mark" %t.dir/d.marks | %FileCheck %s --check-prefix=TIMES
// DUMPED: wrote what was counted so far to {{.*}}/d/1-of-from-outside
// DUMPED: wrote what was counted so far to {{.*}}/d/2-of-from-outside
// DUMPED: wrote what was counted so far to {{.*}}/d/3-of-from-outside
// TIMES: {{^}}{{50|100|150}}ms
// TIMES: {{^}}{{[12][05]0}}ms
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=mark=1M:output=%t.dir/e.csv %t alone %t.dir 2>/dev/null
// RUN: %table marks %t.dir/e.csv > %t.dir/e.marks && %rows --cols "mark" %t.dir/e.marks | %FileCheck %s --check-prefix=BYTES
// A busy machine may look late: then two of them are one.
// BYTES: {{^}}{{[1-4]}}M
// BYTES: {{^}}{{[2-7]}}M
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc -O1 %s -o %t.live
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:dump=peak:output=%t.dir/g.csv %t.live alone %t.dir 2>&1 | %FileCheck %s --check-prefix=PEAK
// RUN: %rows --cols "peak bytes" %t.dir/g-2.csv | %FileCheck %s --check-prefix=PEAKS
// PEAK: wrote what was counted so far to {{.*}}g-1.csv
// PEAK: wrote what was counted so far to {{.*}}g-2.csv
// PEAKS: {{[1-9][0-9]+}}
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=mark=10:dump=peak:output=%t.dir/f.csv %t none %t.dir 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: ALLOCSITE_OPTIONS: mark=10: neither a time (10s, 500ms, 5m, 1h) nor bytes (64M, 1G)
// WRONG: ALLOCSITE_OPTIONS: dump=peak needs live=1
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *volatile Sink;

static int tell(const char *Command, const char *More) {
  char Line[8192];
  snprintf(Line, sizeof(Line), "%s %s %d %s", getenv("TOOL"), Command, (int)getpid(), More);
  return system(Line);
}

static void wait_ms(long Milliseconds) {
  struct timespec Time = {0, Milliseconds * 1000000};
  nanosleep(&Time, NULL);
}

int main(int Count, char **Arguments) {
  (void)Count;
  char Path[4096];
  const char *What = Arguments[1];
  if (!strcmp(What, "asked")) {
    Sink = malloc(10);
    if (tell("stop", ""))
      return 1;
    Sink = malloc(20); // stopped
    if (tell("start", ""))
      return 2;
    Sink = malloc(30);
    if (tell("mark", "'loaded twice'"))
      return 3;
    Sink = malloc(40);
    snprintf(Path, sizeof(Path), "-o %s/parent.csv", Arguments[2]);
    if (tell("dump", Path))
      return 4;
    if (fork() == 0) {
      Sink = malloc(60);
      if (tell("stop", ""))
        _exit(1);
      Sink = malloc(20); // stopped
      if (tell("start", ""))
        _exit(2);
      Sink = malloc(70);
      snprintf(Path, sizeof(Path), "-o %s/child.csv", Arguments[2]);
      exit(tell("dump", Path) ? 3 : 0);
    }
    int Status;
    wait(&Status);
    Sink = malloc(50);
    return Status ? 5 : 0;
  }
  Sink = malloc(10);
  if (!strcmp(What, "refused"))
    return tell("mark", "it") ? 0 : 1;
  if (!strcmp(What, "stopped")) {
    // Another process asks while this one is stopped, and has it go on.
    pid_t Self = getpid();
    if (fork() == 0) {
      char Line[8192];
      snprintf(Line, sizeof(Line),
               "while ! grep -q '^State:.T' /proc/%d/status; do :; done;"
               "%s mark %d it --wait 0.05; kill -CONT %d; %s mark %d it; echo later $?",
               (int)Self, getenv("TOOL"), (int)Self, (int)Self, getenv("TOOL"), (int)Self);
      _exit(system(Line));
    }
    raise(SIGSTOP);
    int Status;
    wait(&Status);
    return Status;
  }
  if (!strcmp(What, "alone")) {
    for (int I = 0; I < 28; ++I) { // 7 MiB in some 280 ms
      Sink = malloc(1 << 18);
      wait_ms(10);
    }
  }
  return 0;
}
