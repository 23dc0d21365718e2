// timeline=1: how much was alive when, at 512 points at most whatever the run's length, each at most
// as far from what was alive as the distance allows. It is beside the log, in the profile of a
// process that is killed, and a child's own. Without the option there is none, and that of an
// earlier run goes.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s %frees -pthread -o %t
// RUN: %python %s.py %t %t.csv %allocsite
#include "Inputs/PlayLive.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static PlayLive Module;
static void *Blocks[1000];

/// Rises by Step to 1,000 blocks of 1,000 bytes, and falls as far, Times.
static void saw(int Times) {
  for (int I = 0; I < Times; ++I) {
    for (void *&Each : Blocks)
      Each = Module.take(0, 1000);
    for (void *Each : Blocks)
      free(Each);
  }
}

static void *inThread(void *) {
  for (int I = 0; I < 20000; ++I)
    free(Module.take(1, 100));
  return nullptr;
}

int main(int, char **Arguments) {
  const int Times = atoi(Arguments[1]);
  saw(Times);
  void *Kept = Module.take(2, 5000);
  if (Arguments[2][0] == 't') {
    pthread_t All[4];
    for (pthread_t &Each : All)
      pthread_create(&Each, nullptr, inThread, nullptr);
    for (pthread_t Each : All)
      pthread_join(Each, nullptr);
  }
  if (Arguments[2][0] == 'f') {
    if (fork() == 0) {
      saw(1);
      exit(0);
    }
    wait(nullptr);
  }
  if (Arguments[2][0] == 'k') {
    write(1, "R", 1);
    for (;;)
      saw(1);
  }
  return Kept == nullptr;
}
