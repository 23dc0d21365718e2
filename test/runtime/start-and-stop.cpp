// All threads stop and go on, a thousand times, and what they allocate between is counted
// to the unit: not what they allocate while they are stopped, but in a scope of their own; and
// nothing of a thread that pauses alone.
// Threads that begin, end, and outgrow their tables meanwhile do the same.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.csv --implicit-check-not=,41, --implicit-check-not=,43,
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=start=off:output=%t.off.csv %t --stopped
// RUN: %FileCheck %s --input-file=%t.off.csv --check-prefix=OFF
// RUN: env ALLOCSITE_OPTIONS=output=%t.none.csv %t

// CHECK-DAG: "main",-,-,-,40,8000,320000,
// CHECK-DAG: "main",-,-,-,42,4000,168000,
// CHECK-DAG: "main",-,-,-,1000,8,8000,
// CHECK-DAG: "main",-,-,-,3999,8,31992,
// OFF: pc0,
// OFF-NEXT: "main",-,-,-,7,3,21,{{.*}}
// OFF-NEXT: "main",-,-,-,9,1,9,{{.*}}
// OFF-NOT: {{.}}
#include "Inputs/Play.h"
#include "allocsite/control.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static OneSite *Module;
static constexpr unsigned Threads = 8, Rounds = 1000;
static pthread_barrier_t Barrier;

static void check(bool Fine, const char *What) {
  if (!Fine) {
    fprintf(stderr, "not so: %s\n", What);
    exit(1);
  }
}

static void pauseAlone() {
  allocsite::ThreadScope InVain;
  const int WasOn = allocsite_is_on();
  {
    allocsite::ThreadPause Here, Again;
    Module->allocate(41);
    check(!allocsite_is_on(), "paused");
  }
  check(allocsite_is_on() == WasOn, "resumed");
}

static void *work(void *Number) {
  // Half of them have a table before they are stopped first.
  bool IsEven = reinterpret_cast<uintptr_t>(Number) % 2 == 0;
  for (unsigned I = 0; I < Rounds; ++I) {
    pthread_barrier_wait(&Barrier); // all are on
    Module->allocate(40);
    pauseAlone();
    pthread_barrier_wait(&Barrier);
    pthread_barrier_wait(&Barrier); // all are off
    Module->allocate(41);
    if (IsEven) {
      allocsite::ThreadScope Here;
      Module->allocate(42);
      allocsite_begin_thread();
      allocsite_end_thread();
    }
    Module->allocate(41);
    pthread_barrier_wait(&Barrier);
  }
  // Its table becomes larger, on and off in between.
  for (unsigned Size = 1000; Size < 4000; ++Size) {
    allocsite::ThreadScope Here;
    Module->allocate(Size);
  }
  Module->allocate(43);
  return nullptr;
}

/// Others begin and end all the time, also in the middle of a stop.
static void *flicker(void *) {
  Module->allocate(44);
  return nullptr;
}

static int stopped() {
  Module->allocate(8);
  allocsite_start();
  for (int I = 0; I < 3; ++I)
    Module->allocate(7);
  allocsite_stop();
  Module->allocate(8);
  check(!allocsite_is_on(), "off");
  {
    allocsite::Scope Here;
    check(allocsite_is_on(), "on in a scope");
    Module->allocate(9);
  }
  Module->allocate(8);
  return 0;
}

int main(int Count, char **) {
  static OneSite Its;
  Module = &Its;
  if (Count > 1)
    return stopped();
  bool Counts = getenv("SKIP_HEAP_PROFILE");
  check(allocsite_is_on() == Counts, "on at the start");
  pthread_barrier_init(&Barrier, nullptr, Threads + 1);
  pthread_t Thread[Threads];
  for (unsigned I = 0; I < Threads; ++I)
    pthread_create(&Thread[I], nullptr, work, reinterpret_cast<void *>(uintptr_t(I)));
  for (unsigned I = 0; I < Rounds; ++I) {
    allocsite_start();
    pthread_t Other;
    bool HasOther = I % 16 == 0 && pthread_create(&Other, nullptr, flicker, nullptr) == 0;
    pthread_barrier_wait(&Barrier);
    pthread_barrier_wait(&Barrier);
    allocsite_stop();
    pthread_barrier_wait(&Barrier);
    pthread_barrier_wait(&Barrier);
    if (HasOther)
      pthread_join(Other, nullptr);
  }
  for (unsigned I = 0; I < Threads; ++I)
    pthread_join(Thread[I], nullptr);
  check(!allocsite_is_on(), "off at the end");
}
