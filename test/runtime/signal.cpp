// A signal handler that allocates loses nothing, whatever it interrupts: a miss,
// a hash table that grows, or another handler in its own miss.
//
// ThreadSanitizer puts handlers off until a system call: they interrupt nothing.
// UNSUPPORTED: sanitizer-thread
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t > %t.out
// RUN: %python -c "import csv; r=list(csv.reader(open('%t.csv')))[1:]; total=sum(int(x[5]) for x in r); assert total==int(open('%t.out').read()), (total, open('%t.out').read())"
#include "Inputs/Play.h"
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static OneSite *Module;
static volatile uint64_t Handled;

static void handle(int) {
  // More keys than slots, none of which is in a slot yet.
  static volatile uint64_t Next = 1000000;
  for (int I = 0; I < 100; ++I) {
    uint64_t Size = __atomic_add_fetch(&Next, 1, __ATOMIC_RELAXED) % 5000000;
    Module->allocate(Size);
    __atomic_add_fetch(&Handled, 1, __ATOMIC_RELAXED);
  }
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  struct sigaction Action = {};
  Action.sa_handler = handle;
  Action.sa_flags = SA_RESTART; // the two signals interrupt each other
  sigaction(SIGALRM, &Action, nullptr);
  sigaction(SIGPROF, &Action, nullptr);
  struct itimerval Often = {{0, 97}, {0, 97}};
  setitimer(ITIMER_REAL, &Often, nullptr);
  setitimer(ITIMER_PROF, &Often, nullptr);
  uint64_t Mine = 0;
  time_t End = time(nullptr) + 2;
  while (time(nullptr) < End)
    for (int I = 0; I < 10000; ++I)
      // Always a miss: a size that was not seen lately.
      Module->allocate(Mine++ % 900000);
  struct itimerval Never = {};
  setitimer(ITIMER_REAL, &Never, nullptr);
  setitimer(ITIMER_PROF, &Never, nullptr);
  printf("%llu", (unsigned long long)(Mine + Handled));
}
