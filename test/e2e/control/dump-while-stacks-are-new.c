// `allocsite dump` of a process that counts new stacks all the while: each row has its callers,
// since a stack is in the profile before the count that needs it, and is read behind it.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O1 -pthread %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.dir/a.csv TOOL=%allocsite %t %t.dir
// RUN: cat %t.dir/dump-*.csv > %t.dir/all
// RUN: %FileCheck %s --input-file=%t.dir/all
//
// CHECK:     {{^}}"leaf","left",
// CHECK-NOT: {{^}}"leaf",-,
#include "../Inputs/stacks-by-bits.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *volatile Sink;
static volatile int Stop;

__attribute__((noinline)) static void leaf(void) {
  Sink = malloc(8);
  Sink = NULL;
}

static void *count(void *Unused) {
  for (uint64_t Way = 1; !Stop; Way = Way * UINT64_C(6364136223846793005) + 1)
    right(Way >> 32, 24);
  return Unused;
}

int main(int Count, char **Arguments) {
  pthread_t Thread;
  char Command[4096];
  (void)Count;
  right(0, 24); // The thread may be late, and a process that has not counted has no profile.
  pthread_create(&Thread, NULL, count, NULL);
  for (int I = 0; I < 3; ++I) {
    snprintf(Command, sizeof(Command), "\"$TOOL\" dump %d -o %s/dump-%d.csv",
             (int)getpid(), Arguments[1], I);
    if (system(Command))
      return 1;
  }
  Stop = 1;
  pthread_join(Thread, NULL);
}
