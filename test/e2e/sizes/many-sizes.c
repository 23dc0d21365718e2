// More different rows than a thread's table has slots: none is lost.
//
// RUN: %cc -O2 -pthread %s -o %t && %run_rows | count 5000
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s
// CHECK: {{^}}40000{{$}}
#include <pthread.h>
#include <stdlib.h>

static void *body(void *Argument) {
  for (int I = 0; I < 2 * 5000; ++I)
    {
    void *volatile P = malloc(1 + I % 5000);
    free(P);
  }
  return Argument;
}

int main(void) {
  pthread_t Threads[4];
  for (int I = 0; I < 4; ++I)
    pthread_create(&Threads[I], NULL, body, NULL);
  for (int I = 0; I < 4; ++I)
    pthread_join(Threads[I], NULL);
  return 0;
}
