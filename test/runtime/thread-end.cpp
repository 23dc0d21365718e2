// What a thread allocates while it ends is counted too: in thread_local
// destructors, and in those of pthread keys that run after the runtime's own.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK-DAG: "main",-,-,-,1,10,10,
// CHECK-DAG: "main",-,-,-,2,10,20,
// CHECK-DAG: "main",-,-,-,3,20,60,
#include "Inputs/Play.h"
#include <pthread.h>

static OneSite *Module;
static pthread_key_t Key;
static char FirstRound, SecondRound;

struct AtEnd {
  int Touched = 0;
  ~AtEnd() { Module->allocate(2); }
};
static thread_local AtEnd Local;

static void lateDestructor(void *Value) {
  Module->allocate(3);
  // Comes back in the next round of destructors, once.
  if (Value == &FirstRound)
    pthread_setspecific(Key, &SecondRound);
}

static void *work(void *) {
  Local.Touched = 1;
  pthread_setspecific(Key, &FirstRound);
  Module->allocate(1);
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  pthread_key_create(&Key, lateDestructor);
  for (int I = 0; I < 10; ++I) {
    pthread_t Thread;
    pthread_create(&Thread, nullptr, work, nullptr);
    pthread_join(Thread, nullptr);
  }
}
