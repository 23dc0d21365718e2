// posix_spawn, system, popen, and an exec or _exit in a child of vfork: the child uses
// the parent's memory until it is another program, and writes, prints and removes
// nothing. The parent counts on, in the same profile, and writes one log.
//
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/log.csv %t %t.dir > %t.out 2> %t.err
// RUN: sort %t.out | uniq -c | %FileCheck %s --check-prefix=OUT
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %files %t.dir | %FileCheck %s --check-prefix=FILES
// RUN: %rows --short %t.dir/log.csv | %FileCheck %s --check-prefix=ROWS
//
// OUT:       {{^ *9 }}1 profile{{$}}
// OUT-NOT:   {{.}}
// ERR:       {{^}}heap profiler: enabled!
// ERR-NEXT:  {{^}}Dumping log of size 1
// ERR-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ERR-NEXT:  {{^}}heap profiler: wrote allocation log to {{.*}}
// ERR-NOT:   {{.}}
// FILES:     {{^}}log.csv{{$}}
// FILES-NOT: {{.}}
// ROWS:      {{^}}work|main|-|-|24|9000{{$}}
// ROWS-NOT:  {{.}}
#define _GNU_SOURCE
#include <dirent.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static const char *Directory;
static void *volatile Sink;

__attribute__((noinline)) static void work(void) {
  for (int I = 0; I < 1000; ++I) {
    Sink = malloc(24);
    free(Sink);
  }
  int Profiles = 0;
  DIR *Entries = opendir(Directory);
  for (struct dirent *Each; (Each = readdir(Entries));)
    Profiles += strstr(Each->d_name, ".asprof") != NULL;
  closedir(Entries);
  printf("%d profile\n", Profiles);
  fflush(stdout);
}

int main(int Count, char **Arguments) {
  (void)Count;
  Directory = Arguments[1];
  char *True[] = {"true", NULL};
  pid_t Child;
  work();
  if (posix_spawn(&Child, "/bin/true", NULL, NULL, True, environ) == 0)
    waitpid(Child, NULL, 0);
  work();
  if (posix_spawnp(&Child, "true", NULL, NULL, True, environ) == 0)
    waitpid(Child, NULL, 0);
  work();
  // Of a program that is not there.
  posix_spawn(&Child, "/nowhere", NULL, NULL, True, environ);
  work();
  if (system("true"))
    return 1;
  work();
  FILE *Pipe = popen("true", "r");
  if (!Pipe || pclose(Pipe))
    return 2;
  work();
  if ((Child = vfork()) == 0) {
    execv("/bin/true", True);
    _exit(1);
  }
  waitpid(Child, NULL, 0);
  work();
  if ((Child = vfork()) == 0) {
    execv("/nowhere", True); // fails
    _exit(1);
  }
  waitpid(Child, NULL, 0);
  work();
  if ((Child = vfork()) == 0)
    _exit(0);
  waitpid(Child, NULL, 0);
  work();
}
