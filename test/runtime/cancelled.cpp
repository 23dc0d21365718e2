// A thread that is cancelled while the runtime writes for it, in calls that are
// cancellation points, ends when that is done: the log is whole, the lock is free, and
// the thread's clean-up runs with the signal mask that it had.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.pipe && mkfifo %t.pipe
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.pipe %t %t.pipe | %FileCheck %s

// CHECK:      cancelled, signals free
// CHECK-NEXT: 20001 lines
// CHECK-NEXT: went on
#include "Inputs/Play.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static OneSite *Module;

static void cleanUp(void *) {
  sigset_t Mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &Mask);
  printf("cancelled, signals %s\n",
         sigismember(&Mask, SIGUSR1) ? "blocked" : "free");
}

static void *work(void *) {
  pthread_cleanup_push(cleanUp, nullptr);
  ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0); // waits: the pipe is full
  for (;;)
    pause();
  pthread_cleanup_pop(0);
}

int main(int, char **Arguments) {
  static OneSite TheModule;
  Module = &TheModule;
  for (uint64_t Size = 0; Size < 20000; ++Size)
    Module->allocate(Size);
  int Pipe = open(Arguments[1], O_RDONLY | O_NONBLOCK);
  pthread_t Thread;
  pthread_create(&Thread, nullptr, work, nullptr);
  char Bytes[65536];
  long Size, Lines = 0;
  while (read(Pipe, Bytes, 1) != 1)
    usleep(1000);
  pthread_cancel(Thread);
  usleep(10000); // time to be cancelled too early
  fcntl(Pipe, F_SETFL, 0);
  while ((Size = read(Pipe, Bytes, sizeof(Bytes))) > 0)
    for (long I = 0; I < Size; ++I)
      Lines += Bytes[I] == '\n';
  pthread_join(Thread, nullptr);
  Module->allocate(30000); // wants the lock
  printf("%ld lines\nwent on\n", Lines);
  fflush(stdout);
  _exit(0);
}
