// Nor is anything lost of what a thread allocates in the last round of destructors
// that there is, when nobody takes its table back any more.
//
// ThreadSanitizer has forgotten the thread by then.
// UNSUPPORTED: sanitizer-thread
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK:     "main",-,-,-,3,40,120,
// CHECK-NOT: "main"
#include "Inputs/Play.h"
#include <limits.h>
#include <pthread.h>

static OneSite *Module;
static pthread_key_t Key;
static_assert(PTHREAD_DESTRUCTOR_ITERATIONS == 4, "10 threads allocate 40 times");

static void destroy(void *Value) {
  Module->allocate(3);
  pthread_setspecific(Key, Value);
}

static void *work(void *Argument) {
  pthread_setspecific(Key, Argument);
  return nullptr;
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  pthread_key_create(&Key, destroy);
  for (int I = 0; I < 10; ++I) {
    pthread_t Thread;
    pthread_create(&Thread, nullptr, work, &Key);
    pthread_join(Thread, nullptr);
  }
}
