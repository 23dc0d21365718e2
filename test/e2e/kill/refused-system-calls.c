// A sandbox refuses one system call after the other that the profiler makes and the program does
// not: the program prints and exits as ever, and there is a log, or a message says why there is none.
//
// REQUIRES: seccomp, native
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O1 -pthread %s -o %t && rm -rf %t.dir && mkdir %t.dir
// RUN: cd %t.dir && %t > %t.out 2>&1; cat %t.out | %FileCheck %s
//
// CHECK:     fallocate: {{.*}}log
// CHECK:     ftruncate: {{.*}}log
// CHECK:     getdents64: {{.*}}log
// CHECK:     kill: {{.*}}log
// CHECK:     unlinkat: {{.*}}log
// CHECK:     mkdirat: {{.*}}log
// CHECK:     renameat2: {{.*}}log
// CHECK:     renameat: {{.*}}message
// CHECK:     utimensat: {{.*}}log
// CHECK:     membarrier: {{.*}}log
// CHECK:     madvise: {{.*}}log
// CHECK:     mincore: {{.*}}log
// CHECK:     prctl: {{.*}}log
// CHECK:     flock: {{.*}}log
// CHECK:     clone3: {{.*}}log
// CHECK-NOT: {{.}}
#define _GNU_SOURCE
#include "../Inputs/refuse-system-call.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
  const char *Name;
  unsigned Number;
} Calls[] = {{"fallocate", SYS_fallocate},   {"ftruncate", SYS_ftruncate},
             {"getdents64", SYS_getdents64}, {"kill", SYS_kill},
             {"unlinkat", SYS_unlinkat},     {"mkdirat", SYS_mkdirat},
             {"renameat2", SYS_renameat2},   {"renameat", SYS_renameat},
             {"utimensat", SYS_utimensat},   {"membarrier", SYS_membarrier},
             {"madvise", SYS_madvise},       {"mincore", SYS_mincore},
             {"prctl", SYS_prctl},           {"flock", SYS_flock},
             {"clone3", SYS_clone3}};

static void *volatile Sink;

static int work(void) {
  for (int I = 0; I < 100; ++I) {
    Sink = malloc(100);
    if (I % 2)
      free(Sink);
  }
  puts("worked");
  return 7;
}

/// In a directory of its own; prints what came of it.
static int run(unsigned Which, const char *Program) {
  char Options[256], Pattern[256];
  const char *Name = Calls[Which].Name;
  snprintf(Options, sizeof(Options),
           "verbosity=0:live=1:control=1:dump=1h:signal-dump=USR1:output=%s/log.csv", Name);
  mkdir(Name, 0700);
  int Errors[2], Output[2];
  if (pipe(Errors) != 0 || pipe(Output) != 0)
    return 1;
  pid_t Child = fork();
  if (!Child) {
    dup2(Errors[1], 2);
    dup2(Output[1], 1);
    setenv("ALLOCSITE", "1", 1);
    setenv("TMPDIR", Name, 1);
    setenv("ALLOCSITE_OPTIONS", Options, 1);
    refuse(Calls[Which].Number);
    execl(Program, Program, "work", (char *)NULL);
    _exit(4);
  }
  close(Errors[1]);
  close(Output[1]);
  char Said[4096], Printed[64];
  size_t Size = 0, More = 0;
  for (ssize_t Got; (Got = read(Errors[0], Said + Size, sizeof(Said) - Size)) > 0;)
    Size += (size_t)Got;
  for (ssize_t Got; (Got = read(Output[0], Printed + More, sizeof(Printed) - More)) > 0;)
    More += (size_t)Got;
  close(Errors[0]);
  close(Output[0]);
  int Status;
  waitpid(Child, &Status, 0);
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 7 || More != 7 || memcmp(Printed, "worked\n", 7)) {
    printf("%s: status %x, printed %.*s, said %.*s\n", Name, (unsigned)Status, (int)More, Printed,
           (int)Size, Said);
    return 1;
  }
  snprintf(Pattern, sizeof(Pattern), "%s/log.csv", Name);
  struct stat Log;
  const int HasLog = stat(Pattern, &Log) == 0 && Log.st_size > 100;
  printf("%s:%s%s\n", Name, HasLog ? " log" : "", Size ? " message" : "");
  return 0;
}

int main(int Count, char **Arguments) {
  if (Count > 1)
    return work();
  for (unsigned I = 0; I < sizeof(Calls) / sizeof(*Calls); ++I) {
    fflush(stdout);
    run(I, Arguments[0]);
  }
  return 0;
}
