// Forks, many and deep: each child counts from zero and writes what it counted itself,
// into a log and a profile of its own; one that counts nothing writes and prints
// nothing. The parent's log holds the parent's counts. No profile stays.
//
// RUN: %cc -O1 -pthread %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
//
// A thousand children, each with a size of its own; the odd ones count nothing.
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t wide 200 2> %t.err
// RUN: grep -c "wrote allocation log" %t.err | %FileCheck %s --check-prefix=WROTE
// RUN: %files %t.dir | not grep asprof
// RUN: %rows --cols "bytes allocated,call count" %t.dir/log.csv | %FileCheck %s --check-prefix=PARENT
// RUN: for f in %t.dir/log-*.csv; do tail -n +2 $f; done | cut -d, -f5,6 | sort -n > %t.rows
// RUN: %python -c 'print("\n".join("%%d,3" %% (2000 + i) for i in range(0, 200, 2)))' > %t.expected
// RUN: cmp %t.rows %t.expected
//
// A chain of fifty, each of which is killed after its child: 50 profiles.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t deep 50
// RUN: %files %t.dir "*.asprof" | count 50
// RUN: for f in $(%files %t.dir "*.asprof"); do %allocsite recover %t.dir/$f | tail -n +2; done | cut -d, -f5,6 | sort -n > %t.rows
// RUN: %python -c 'print("\n".join("%%d,3" %% (2000 + i) for i in range(1, 51)))' > %t.expected
// RUN: cmp %t.rows %t.expected
// RUN: %rows --cols "bytes allocated,call count" %t.dir/log.csv | %FileCheck %s --check-prefix=FIRST
//
// Children of a program whose other threads count meanwhile.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t threaded 50 > %t.out
// RUN: for f in %t.dir/log-*.csv; do tail -n +2 $f; done | cut -d, -f5,6 | sort -n > %t.rows
// RUN: %python -c 'print("\n".join("%%d,3" %% (2000 + i) for i in range(0, 50, 2)))' > %t.expected
// RUN: cmp %t.rows %t.expected
// RUN: %rows --sum "call count" %t.dir/log.csv > %t.sum && cmp %t.sum %t.out
// RUN: %files %t.dir | not grep asprof
//
// WROTE:      {{^}}101{{$}}
// PARENT:     {{^}}1000|200{{$}}
// PARENT-NOT: {{.}}
// FIRST:      {{^}}2000|3{{$}}
// FIRST-NOT:  {{.}}
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static __thread void *volatile Sink;

static void allocate(int Size, int Times) {
  for (; Times; --Times) {
    Sink = malloc(Size);
    free(Sink);
  }
}

static void wide(int Children, int Own) {
  for (int I = 0; I < Children; ++I) {
    allocate(1000, Own);
    pid_t Child = fork();
    if (Child == 0) {
      if (I % 2 == 0)
        allocate(2000 + I, 3);
      exit(0);
    }
    if (Child < 0 || waitpid(Child, NULL, 0) != Child)
      abort();
  }
}

static void deep(int Level, int Depth) {
  allocate(2000 + Level, 3);
  if (Level == Depth)
    return;
  pid_t Child = fork();
  if (Child == 0) {
    deep(Level + 1, Depth);
    raise(SIGKILL);
  }
  waitpid(Child, NULL, 0);
}

static volatile int Stop;
static void *count(void *Counted) {
  while (!Stop) {
    allocate((int)(*(long *)Counted % 900), 1);
    ++*(long *)Counted;
  }
  return NULL;
}

int main(int Count, char **Arguments) {
  (void)Count;
  int Number = atoi(Arguments[2]);
  pthread_t Threads[2];
  static long Counted[2];
  if (!strcmp(Arguments[1], "deep"))
    deep(0, Number);
  else if (!strcmp(Arguments[1], "wide"))
    wide(Number, 1);
  else {
    for (int I = 0; I < 2; ++I)
      pthread_create(&Threads[I], NULL, count, &Counted[I]);
    wide(Number, 10);
    Stop = 1;
    for (int I = 0; I < 2; ++I)
      pthread_join(Threads[I], NULL);
    printf("%ld\n", 10L * Number + Counted[0] + Counted[1]);
  }
  return 0;
}
