// Threads that meet the same contexts and others for the first time at once each have the
// right callers, from the first to the last: all rows, whole stacks, and the sums. Handlers of
// signals interrupt them anywhere, also where they learn a stack, and count below what they have
// interrupted.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t > %t.expected
// RUN: %python %S/Inputs/ways.py %allocsite %t.csv > %t.out
// RUN: %FileCheck %s --input-file=%t.out
// RUN: grep -f %t.expected %t.out

// CHECK: {{^}}8184 rows of 1227600 calls, 150 each
// CHECK-NEXT: {{^}}{{[1-9][0-9]*}} stacks of {{[0-9]+}} calls below handlers
// CHECK-NEXT: {{^}}0 wrong
#include "Inputs/Ways.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

constexpr unsigned Threads = 6, Rounds = 25;
static Ways *Module;
static pthread_barrier_t Together;
static volatile uint64_t Handled;

/// Alike in threads of equal seeds.
static unsigned next(unsigned &Seed) {
  Seed = Seed * 1103515245 + 12345;
  return Seed >> 16;
}

/// Goes all ways, and counts everywhere.
static void go(unsigned Layer, unsigned From, unsigned Way, unsigned &Seed) {
  unsigned First = next(Seed) & 1;
  for (unsigned Choice : {First, First ^ 1})
    calling(*Module, Module->callAt(Layer, From, Choice), [&] {
      unsigned Bytes = Way * 2 + Choice;
      for (unsigned I = 0, At = next(Seed); I < Ways::SitesOfEach; ++I)
        Module->allocate(Module->siteAt(Layer, Choice, At + I), Bytes);
      if (Layer + 1 < Ways::Layers)
        go(Layer + 1, Choice, Bytes, Seed);
    });
}

static void *run(void *Number) {
  auto Its = reinterpret_cast<uintptr_t>(Number);
  unsigned Seed = Its & 1 ? 1 : unsigned(Its);
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    pthread_barrier_wait(&Together);
    go(0, 0, 1, Seed);
  }
  return nullptr;
}

static void handle(int) {
  Module->countInHandler();
  __atomic_add_fetch(&Handled, 1, __ATOMIC_RELAXED);
}

int main() {
  static Ways TheModule;
  Module = &TheModule;
  struct sigaction Action = {};
  Action.sa_handler = handle;
  Action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &Action, nullptr);
  struct itimerval Often = {{0, 97}, {0, 97}};
  setitimer(ITIMER_REAL, &Often, nullptr);
  pthread_barrier_init(&Together, nullptr, Threads);
  pthread_t Its[Threads];
  for (uintptr_t I = 0; I < Threads; ++I)
    pthread_create(&Its[I], nullptr, run, reinterpret_cast<void *>(I));
  for (pthread_t Each : Its)
    pthread_join(Each, nullptr);
  Often = {};
  setitimer(ITIMER_REAL, &Often, nullptr);
  signal(SIGALRM, SIG_IGN);
  printf("stacks of %llu calls below\n", (unsigned long long)Handled);
}
