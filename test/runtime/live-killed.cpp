// A process that is killed leaves what was alive in its profile: `recover` shows the same
// columns, off by the block at hand of a thread at most. The peak was before, and is exact
// with one thread. (live-killed-often.test does it hundreds of times.)
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: %python %s.py %t %t.asprof %allocsite 30 1
// RUN: %python %s.py %t %t.asprof %allocsite 10 4
#include "Inputs/PlayLive.h"
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

static PlayLive Module;

static void *work(void *) {
  void *Blocks[31] = {};
  for (unsigned I = 0;; ++I) { // at most 31 at once
    unsigned At = I % 31;
    free(Blocks[At]);
    Blocks[At] = Module.take(2 + I % 7, 50);
    if (I < 62)
      Blocks[At] = nullptr; // leaks 62
  }
}

int main(int, char **Arguments) {
  static void *Blocks[64];
  for (void *&Each : Blocks)
    Each = Module.take(0, 1000); // the peak: 64,000
  for (void *&Each : Blocks) {
    free(Each);
    Each = nullptr;
  }
  for (int I = 0; I < 30; ++I)
    Module.take(1, 100);
  write(1, "R", 1);
  for (int I = 1; I < atoi(Arguments[1]); ++I) {
    pthread_t Other;
    pthread_create(&Other, nullptr, work, nullptr);
  }
  work(nullptr);
}
