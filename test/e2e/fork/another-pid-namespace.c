// A process of another pid namespace cannot be told to run or to have ended, and its
// number may be somebody else's here: its profile is listed while it runs and
// afterwards, each time with a word about that, and is read like any other.
//
// REQUIRES: mount, native
// RUN: %cc -O1 %s -o %t && rm -rf %t.dir && mkdir %t.dir
// RUN: env TMPDIR=%t.dir %t %allocsite > %t.out
// RUN: %FileCheck %s --input-file=%t.out
//
// CHECK:      {{^}}while it runs:{{$}}
// CHECK:      {{^}}20{{.*}} 1  another-pid-namespace.c.tmp  {{.*}}-1.asprof  (of another pid namespace){{$}}
// CHECK:      {{^}}killed:{{$}}
// CHECK:      {{^}}20{{.*}} 1  another-pid-namespace.c.tmp  {{.*}}-1.asprof  (of another pid namespace){{$}}
// CHECK:      {{^}}pc0,
// CHECK-NEXT: {{^}}"inNamespace","main",-,-,10,3,30,"malloc",-,"inNamespace#1"{{$}}
// CHECK-NOT:  {{.}}
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;

static int inNamespace(int Ready) {
  for (int I = 0; I < 3; ++I)
    Sink = malloc(10);
  if (write(Ready, "", 1) != 1)
    return 1;
  pause();
  return 0;
}

static int list(const char *When, const char *Command) {
  printf("%s:\n", When);
  fflush(stdout);
  return system(Command);
}

int main(int Count, char **Arguments) {
  if (Count > 2)
    return inNamespace(atoi(Arguments[2]));
  char List[4096], Read[4096], Descriptor[16], Byte;
  snprintf(List, sizeof(List), "%s recover", Arguments[1]);
  snprintf(Read, sizeof(Read), "%s recover $TMPDIR/*-1.asprof", Arguments[1]);
  int Pipe[2];
  if (pipe(Pipe) != 0)
    return 1;
  pid_t Child = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
  if (!Child) {
    setenv("SKIP_HEAP_PROFILE", "1", 1);
    snprintf(Descriptor, sizeof(Descriptor), "%d", Pipe[1]);
    execl(Arguments[0], Arguments[0], "run", Descriptor, (char *)NULL);
    _exit(1);
  }
  close(Pipe[1]);
  if (Child < 0 || read(Pipe[0], &Byte, 1) != 1 || list("while it runs", List))
    return 1;
  kill(Child, SIGKILL);
  waitpid(Child, NULL, 0);
  return list("killed", List) || system(Read);
}
