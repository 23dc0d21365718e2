// A fork server that wipes its environment, the memory of it and of its arguments too,
// as setproctitle does: the children know the options still.
//
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/%%e.csv:profile=%t.dir/server.asprof %t > %t.out
// RUN: %files %t.dir | %FileCheck %s --check-prefix=FILES
// RUN: %rows --short %t.dir/fork-server-that-wipes-its-environment.c.tmp.csv | %FileCheck %s --check-prefix=SERVER
// RUN: cat %t.dir/*tmp-*.csv | grep -c '2000,3,6000' | %FileCheck %s --check-prefix=CHILDREN
// RUN: %allocsite recover %t.dir/server-*.asprof | %rows --short /dev/stdin | %FileCheck %s --check-prefix=KILLED
//
// FILES:      {{^}}fork-server-that-wipes-its-environment.c.tmp-{{[0-9]+}}.csv
// FILES-NEXT: {{^}}fork-server-that-wipes-its-environment.c.tmp-{{[0-9]+}}.csv
// FILES-NEXT: {{^}}fork-server-that-wipes-its-environment.c.tmp.csv
// FILES-NEXT: {{^}}server-{{[0-9]+}}.asprof
// FILES-NOT:  {{.}}
// SERVER:     {{^}}main|-|-|-|100|3{{$}}
// CHILDREN:   {{^}}2{{$}}
// KILLED:     {{^}}main|-|-|-|2000|3{{$}}
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static void *volatile Sink;

int main(int Count, char **Arguments) {
  for (char **Each = environ; *Each; ++Each)
    memset(*Each, 'x', strlen(*Each));
  for (int I = 0; I < Count; ++I)
    memset(Arguments[I], 'x', strlen(Arguments[I]));
  clearenv();
  for (int I = 0; I < 3; ++I) {
    Sink = malloc(100);
    pid_t Child = fork();
    if (Child == 0) {
      for (int Times = 0; Times < 3; ++Times)
        Sink = malloc(2000);
      if (I == 2)
        raise(SIGKILL);
      return 0;
    }
    waitpid(Child, NULL, 0);
  }
  return 0;
}
