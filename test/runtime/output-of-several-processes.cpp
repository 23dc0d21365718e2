// One output= for a program and those that it starts: whoever finds at its end that
// another process has written the file meanwhile adds its process id, and no log is
// lost. What was there before the program began is replaced.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t ends-last > %t.pid
// RUN: %files %t.dir | count 2
// RUN: %FileCheck %s --input-file=%t.dir/log.csv --check-prefix=STARTED
// RUN: %FileCheck %s --input-file=%t.dir/log-$(cat %t.pid).csv --check-prefix=STARTING
//
// RUN: rm %t.dir/log-*
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t ends-first | cat > %t.pid
// RUN: %files %t.dir | count 2
// RUN: %FileCheck %s --input-file=%t.dir/log.csv --check-prefix=STARTING
// RUN: %FileCheck %s --input-file=%t.dir/log-$(cat %t.pid).csv --check-prefix=STARTED
//
// A name with the process id is nobody else's, and has it once.
// RUN: rm %t.dir/*
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/%%p.csv %t ends-last > %t.pid
// RUN: %files %t.dir | count 2
// RUN: %FileCheck %s --input-file=%t.dir/$(cat %t.pid).csv --check-prefix=STARTING

// STARTING:      {{^}}pc0,
// STARTING-NEXT: "main",-,-,-,24,1,24,"Pool::get",-,"a.c:1:5"{{$}}
// STARTING-NOT:  {{.}}
// STARTED:       {{^}}pc0,
// STARTED-NEXT:  "main",-,-,-,40,1,40,"Pool::get",-,"a.c:1:5"{{$}}
// STARTED-NOT:   {{.}}
#include "Inputs/Play.h"
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr int RunsDescriptor = 9;

static void sayProcess() {
  printf("%d", static_cast<int>(getpid()));
  fflush(stdout);
}

int main(int ArgumentCount, char **Arguments) {
  static OneSite Module;
  bool IsStarted = ArgumentCount > 1 && strcmp(Arguments[1], "started") == 0;
  bool EndsFirst = strcmp(Arguments[ArgumentCount - 1], "ends-first") == 0;
  Module.allocate(IsStarted ? 40 : 24);
  if (IsStarted) {
    if (EndsFirst) {
      char Byte = 0;
      sayProcess();
      // Tells the other that this one runs, and waits until that is gone.
      if (write(RunsDescriptor, &Byte, 1) != 1 || read(STDIN_FILENO, &Byte, 1) != 0)
        return 1;
    }
    return 0;
  }
  int Ends[2], Runs[2];
  if (pipe(Ends) || pipe(Runs))
    return 1;
  pid_t Child = fork();
  if (Child == 0) {
    dup2(Ends[0], STDIN_FILENO);
    dup2(Runs[1], RunsDescriptor);
    for (int Each : {Ends[0], Ends[1], Runs[0], Runs[1]})
      close(Each);
    execl(Arguments[0], Arguments[0], "started", Arguments[1], nullptr);
    _exit(1);
  }
  close(Runs[1]);
  if (EndsFirst) {
    char Byte;
    return read(Runs[0], &Byte, 1) == 1 ? 0 : 1;
  }
  sayProcess();
  return waitpid(Child, nullptr, 0) == Child ? 0 : 1;
}
