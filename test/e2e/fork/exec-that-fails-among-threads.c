// The one limit of an exec that fails: while other threads run, the profile that it
// removed is not made again. What is counted from then on is in the log of an exit,
// and not in what a SIGKILL leaves: that is the log of the exec.
//
// RUN: %cc -O1 -pthread %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t 0
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=WHOLE
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t 9
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=BEFORE
// RUN: %files %t.dir | count 0
//
// With keep-profile=1 nothing is removed and nothing lost.
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=keep-profile=1:output=%t.csv %t 9
// RUN: %allocsite recover %t.dir/*.asprof | %rows --sum "call count" /dev/stdin | %FileCheck %s --check-prefix=WHOLE
//
// WHOLE:  {{^}}20000{{$}}
// BEFORE: {{^}}10000{{$}}
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void *volatile Sink;

static void allocate(void) {
  for (int Size = 0; Size < 10000; ++Size) {
    Sink = malloc(Size);
    free(Sink);
  }
}

static void *sleepOn(void *Argument) {
  pause();
  return Argument;
}

int main(int Count, char **Arguments) {
  (void)Count;
  pthread_t Other;
  pthread_create(&Other, NULL, sleepOn, NULL);
  allocate();
  execl("/nowhere", "nowhere", (char *)NULL);
  allocate();
  if (atoi(Arguments[1]))
    raise(atoi(Arguments[1]));
}
