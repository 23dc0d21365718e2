//===- launch.c - Runs a command and says what it took --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     launch RESULT COMMAND…
//
// Writes `nanoseconds user-microseconds system-microseconds max-RSS-KiB status` to
// the file RESULT. A process of its own, because the memory of whoever starts a
// program counts as the program's until it has been replaced, and Python's is large.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return T.tv_sec * 1000000000LL + T.tv_nsec;
}

static long long microseconds(struct timeval T) {
  return T.tv_sec * 1000000LL + T.tv_usec;
}

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return 2;
  long long Begin = now();
  pid_t Child = fork();
  if (Child == 0) {
    execvp(Argv[2], Argv + 2);
    perror(Argv[2]);
    _exit(127);
  }
  int Status;
  if (Child < 0 || waitpid(Child, &Status, 0) < 0) {
    perror("launch");
    return 1;
  }
  long long End = now();
  struct rusage Usage;
  getrusage(RUSAGE_CHILDREN, &Usage);
  FILE *Out = fopen(Argv[1], "w");
  if (!Out) {
    perror(Argv[1]);
    return 1;
  }
  fprintf(Out, "%lld %lld %lld %ld %d\n", End - Begin,
          microseconds(Usage.ru_utime), microseconds(Usage.ru_stime),
          Usage.ru_maxrss,
          WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status));
  return fclose(Out) ? 1 : 0;
}
