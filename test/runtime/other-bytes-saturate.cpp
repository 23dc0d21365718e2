// Allocations of a thread that could get no table are counted by site, and their bytes
// stop at the largest number there is instead of starting again at zero.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:memory=1 %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK: "(other)",-,-,-,{{[0-9]+}},{{[0-9]+}},9223372036854775807,
#include "Inputs/Play.h"
#include <pthread.h>

static OneSite *Module;
static pthread_barrier_t Everybody;

static void *work(void *) {
  Module->allocate(24);
  pthread_barrier_wait(&Everybody); // no table is left,
  pthread_barrier_wait(&Everybody); // and none is given back yet
  return nullptr;
}

static void *last(void *) {
  for (int I = 0; I < 3; ++I)
    Module->allocate(INT64_MAX); // More would have failed.
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  for (uint64_t Size = 0; Size < 100000; ++Size)
    Module->allocate(Size % 50000); // fills memory=
  pthread_t Threads[64], Last;
  pthread_barrier_init(&Everybody, nullptr, 65);
  for (pthread_t &Each : Threads)
    pthread_create(&Each, nullptr, work, nullptr);
  pthread_barrier_wait(&Everybody);
  pthread_create(&Last, nullptr, last, nullptr);
  pthread_join(Last, nullptr);
  pthread_barrier_wait(&Everybody);
  for (pthread_t Each : Threads)
    pthread_join(Each, nullptr);
}
