// Threads go on allocating while main returns, exit handlers run and the log is
// written: it is whole, holds at least what was counted before, in rows of its own, and
// nobody waits for ever. The last thread after main's pthread_exit writes it exactly
// as main would have done.
//
// RUN: %cxx -O2 -pthread %s -o %t
// RUN: %python %S/../Inputs/while_main_exits.py --runs 20 %t return
// RUN: %python %S/../Inputs/while_main_exits.py --runs 5 %t pthread_exit
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

static thread_local void *volatile Sink;
static std::atomic<long> Before, After;
static std::atomic<bool> Stops;

__attribute__((noinline)) static void leaf(int Size) {
  ++Before;
  Sink = std::malloc(Size);
  ++After;
  std::free(Sink);
}
static void *allocates(void *) {
  // Many sizes: hits and misses.
  for (int Size = 0; !Stops; Size = (Size + 1) % 2000)
    leaf(16 + Size);
  return nullptr;
}
static void say(const char *When, long Count) {
  char Line[64];
  int Length = std::snprintf(Line, sizeof(Line), "%s %ld\n", When, Count);
  if (write(1, Line, size_t(Length)) != Length)
    std::abort();
}
static void atExit() {
  for (int I = 0; I < 100; ++I)
    leaf(8);
  say("made", After);
}

int main(int, char **Arguments) {
  std::atexit(atExit);
  pthread_t Threads[4];
  for (pthread_t &T : Threads)
    pthread_create(&T, nullptr, allocates, nullptr);
  while (After < 100000)
    usleep(100);
  if (!std::strcmp(Arguments[1], "pthread_exit")) {
    Stops = true;
    for (pthread_t T : Threads)
      pthread_detach(T);
    pthread_exit(nullptr);
  }
}
