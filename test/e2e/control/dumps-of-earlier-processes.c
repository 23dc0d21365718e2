// The last dump-most= logs stay, those of processes that have ended included; other processes that
// run keep theirs. Numbers go on, and nothing is replaced. What is no such log is left alone: the log
// of an end, and files that are only named alike.
//
// RUN: %cc -O1 %s -o %t && rm -rf %t.dir && mkdir %t.dir && cd %t.dir && echo > a-2.csv && echo > a-99999999999999999999.csv
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:signal-dump=USR1:dump-most=2:dump-path=a-%%n.csv %t 3 %t 3 2>&1 | %FileCheck --allow-empty --implicit-check-not={{.}} %s
// RUN: cd %t.dir && %files . | sort -V | tr '\n' ' ' > %t.found && %FileCheck --check-prefix=BOTH %s < %t.found
// RUN: cd %t.dir && env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:signal-dump=USR1:dump-most=2:dump-path=a-%%n.csv %t 2
// RUN: cd %t.dir && %files . | sort -V | tr '\n' ' ' > %t.found && %FileCheck --check-prefix=AGAIN %s < %t.found
// Of ids and times that differ. The logs of the ends stay; of three processes.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && for i in 1 2 3; do env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:signal-dump=USR1:dump-most=2:output=a-%%p.csv:dump-path=b-%%p-%%t-%%n.csv %t 3 || exit 1; done
// RUN: cd %t.dir && ls a-*.csv | count 3 && ls b-*.csv | count 2 && ls b-*.asprof | count 2
// A time alone: one log a second at most, and removed as well.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && for i in 1 2 3; do env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:signal-dump=USR1:dump-most=1:dump-path=b-%%t.csv %t 3 || exit 1; done
// RUN: cd %t.dir && ls b-*.csv | count 1 && ls b-*.asprof | count 1
// A forked child has names of its own, and takes nothing from its parent.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0:signal-dump=USR1:dump-most=2:output=a.csv %t 3 fork 3
// RUN: cd %t.dir && ls a-?.csv | count 2 && ls a-*-?.csv | count 2

// The first one writes 3 to 5, the second one 6 to 8, and the first one the next two that are free.
// BOTH:  {{^}}a-2.csv a-6.csv a-7.csv a-8.csv a-9.csv a-99999999999999999999.csv
// AGAIN: {{^}}a-2.csv a-10.csv a-11.csv a-99999999999999999999.csv
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;

static void dump(int Count) {
  for (; Count; --Count) {
    Sink = malloc(10);
    raise(SIGUSR1);
  }
}

/* Writes so many logs, runs the rest of its arguments, and writes two more. */
int main(int Count, char **Arguments) {
  dump(atoi(Arguments[1]));
  if (Count < 3)
    return 0;
  pid_t Child = fork();
  if (!Child) {
    if (strcmp(Arguments[2], "fork") == 0) {
      dump(atoi(Arguments[3]));
      return 0;
    }
    execv(Arguments[2], Arguments + 2);
    _exit(1);
  }
  int Status;
  waitpid(Child, &Status, 0);
  dump(2);
  return Status != 0;
}
