// Every way to end a process, or to become another program, that runs no exit
// handlers: in instrumented code the log is written first, no profile stays, and what
// the program ends with is its own.
//
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: for how in _exit _Exit quick_exit exit_group; do env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/$how.csv %t $how; test $? = 3 || exit 1; done
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/abort.csv %t abort
// RUN: for how in execl execlp execle execv execvp execvpe execve fexecve execveat syscall-execve syscall-execveat; do env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/$how.csv %t $how || exit 1; done > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=EXECUTED
// RUN: %files %t.dir | %FileCheck %s --check-prefix=FILES
// RUN: for how in _exit _Exit quick_exit exit_group abort execl execlp execle execv execvp execvpe execve fexecve execveat syscall-execve syscall-execveat; do %rows --short %t.dir/$how.csv || exit 1; done > %t.rows
// RUN: sort %t.rows | uniq -c | %FileCheck %s --check-prefix=ROWS
//
// EXECUTED-COUNT-11: {{^}}executed{{$}}
// EXECUTED-NOT:     {{.}}
// FILES:            {{^}}_Exit.csv
// FILES-NEXT:       {{^}}_exit.csv
// FILES-NEXT:       {{^}}abort.csv
// FILES-NEXT:       {{^}}execl.csv
// FILES-NEXT:       {{^}}execle.csv
// FILES-NEXT:       {{^}}execlp.csv
// FILES-NEXT:       {{^}}execv.csv
// FILES-NEXT:       {{^}}execve.csv
// FILES-NEXT:       {{^}}execveat.csv
// FILES-NEXT:       {{^}}execvp.csv
// FILES-NEXT:       {{^}}execvpe.csv
// FILES-NEXT:       {{^}}exit_group.csv
// FILES-NEXT:       {{^}}fexecve.csv
// FILES-NEXT:       {{^}}quick_exit.csv
// FILES-NEXT:       {{^}}syscall-execve.csv
// FILES-NEXT:       {{^}}syscall-execveat.csv
// FILES-NOT:        {{.}}
// ROWS:             {{^ *16 }}work|main|-|-|24|1000{{$}}
// ROWS-NOT:         {{.}}
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static long exitGroup(int Status) { return syscall(SYS_exit_group, Status); }

static void *volatile Sink;
__attribute__((noinline)) static void work(void) {
  for (int I = 0; I < 1000; ++I) {
    Sink = malloc(24);
    free(Sink);
  }
}

int main(int Count, char **Arguments) {
  (void)Count;
  const char *How = Arguments[1];
  char *Echo[] = {"echo", "executed", NULL};
  char *Environment[] = {"PATH=/bin:/usr/bin", NULL};
  work();
  if (!strcmp(How, "_exit"))
    _exit(3);
  if (!strcmp(How, "_Exit"))
    _Exit(3);
  if (!strcmp(How, "quick_exit"))
    quick_exit(3);
  if (!strcmp(How, "exit_group"))
    exitGroup(3);
  if (!strcmp(How, "abort"))
    abort();
  if (!strcmp(How, "execl"))
    execl("/bin/echo", "echo", "executed", (char *)NULL);
  if (!strcmp(How, "execlp"))
    execlp("echo", "echo", "executed", (char *)NULL);
  if (!strcmp(How, "execle"))
    execle("/bin/echo", "echo", "executed", (char *)NULL, Environment);
  if (!strcmp(How, "execv"))
    execv("/bin/echo", Echo);
  if (!strcmp(How, "execvp"))
    execvp("echo", Echo);
  if (!strcmp(How, "execvpe"))
    execvpe("echo", Echo, Environment);
  if (!strcmp(How, "execve"))
    execve("/bin/echo", Echo, Environment);
  if (!strcmp(How, "fexecve"))
    fexecve(open("/bin/echo", O_RDONLY | O_CLOEXEC), Echo, Environment);
  if (!strcmp(How, "execveat"))
    execveat(AT_FDCWD, "/bin/echo", Echo, Environment, 0);
  if (!strcmp(How, "syscall-execve"))
    syscall(SYS_execve, "/bin/echo", Echo, Environment);
  if (!strcmp(How, "syscall-execveat"))
    syscall(SYS_execveat, AT_FDCWD, "/bin/echo", Echo, Environment, 0);
  if (errno == ENOSYS) // qemu 7.2 knows no execveat.
    execv("/bin/echo", Echo);
  return 1;
}
