// While threads are stopped and let go in the middle of what they do, a block that is followed was
// counted: no more blocks are freed or alive than were allocated.
//
// UNSUPPORTED: sanitized
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -I%include -g -O2 -pthread %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t.csv %t
// RUN: %rows --cols "pc0,call count,live count,freed count" %t.csv > %t.rows && grep work %t.rows
// RUN: %python -c 'for row in open(r"%t.rows"): calls, live, freed = map(int, row.split("|")[1:]); assert freed and live + freed <= calls, row'
#include <allocsite/control.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static int Stop;

static void *work(void *Unused) {
  while (!__atomic_load_n(&Stop, __ATOMIC_RELAXED)) {
    void *volatile Blocks[50];
    for (int I = 0; I < 50; I++)
      Blocks[I] = malloc(8);
    for (int I = 0; I < 50; I++)
      free(Blocks[I]);
  }
  return Unused;
}

int main(void) {
  pthread_t Threads[6];
  for (int I = 0; I < 6; I++)
    pthread_create(&Threads[I], 0, work, 0);
  for (int I = 0; I < 1000; I++) {
    sched_yield();
    I % 2 ? allocsite_start() : allocsite_stop();
  }
  __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
  for (int I = 0; I < 6; I++)
    pthread_join(Threads[I], 0);
}
