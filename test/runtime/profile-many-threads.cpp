// Ten thousand threads alive at a time: their tables are carved from few
// mappings, and all is counted. (The stacks are small, the machine must allow as
// many threads: else fewer are made and counted.)
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t > %t.out && %rows --cols "call count" %t.csv > %t.rows
// RUN: cmp %t.out %t.rows
#include "Inputs/Play.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static OneSite *Module;
static pthread_mutex_t Held = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *) {
  for (int I = 0; I < 3; ++I)
    Module->allocate(8);
  pthread_mutex_lock(&Held); // stays alive until all are
  pthread_mutex_unlock(&Held);
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  static pthread_t Threads[10000];
  pthread_attr_t Small;
  pthread_attr_init(&Small);
  pthread_attr_setstacksize(&Small, 65536);
  pthread_mutex_lock(&Held);
  int Made = 0;
  while (Made < 10000 &&
         pthread_create(&Threads[Made], &Small, work, nullptr) == 0)
    ++Made;
  pthread_mutex_unlock(&Held);
  for (int I = 0; I < Made; ++I)
    pthread_join(Threads[I], nullptr);
  int Mappings = 0;
  FILE *Maps = fopen("/proc/self/maps", "r");
  for (char Line[8192]; fgets(Line, sizeof(Line), Maps);)
    Mappings += strstr(Line, ".asprof") != nullptr;
  if (Mappings > 100)
    return 1;
  printf("%d\n", Made * 3);
}
