// Logs are asked for more often than they can be written. Threads that count new stacks, each of
// which waits while one is written, come to their end all the same, and no count is lost.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc -O1 -pthread %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:live=1:dump=1ms:dump-most=2:output=%t.dir/a.csv %t
// RUN: %rows --sum "call count" %t.dir/a.csv | %FileCheck %s
//
// CHECK: {{^}}65536{{$}}
#include "../Inputs/stacks-by-bits.h"
#include <pthread.h>
#include <stdlib.h>

__attribute__((noinline)) static void leaf(void) {
  void *volatile Block = malloc(8);
  free(Block);
}

static void *count(void *From) {
  for (uintptr_t Way = 0; Way < 1 << 15; ++Way)
    right(Way << 1 | (uintptr_t)From, 16);
  return NULL;
}

int main(void) {
  pthread_t Threads[2];
  for (uintptr_t I = 0; I < 2; ++I)
    pthread_create(&Threads[I], NULL, count, (void *)I);
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], NULL);
}
