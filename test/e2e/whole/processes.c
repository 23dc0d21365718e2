// Rows of libraries are in the profiles of threads, of children of fork, and of a process that was
// killed.
//
// DEFINE: %{rows} = %rows --short --cols "pc0,bytes allocated,call count,through"
// RUN: rm -rf %t && mkdir -p %t/killed && env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g -w -pthread %s -o %t/program
// RUN: cd %t && env TMPDIR=%t/killed SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=p.csv ./program
// RUN: %{rows} p.csv | %FileCheck %s --check-prefix=PARENT
// RUN: mv p-*.csv child.csv && %{rows} child.csv | %FileCheck %s --check-prefix=CHILD
// RUN: %allocsite recover -o killed.csv killed/*.asprof && %{rows} killed.csv | %FileCheck %s --check-prefix=KILLED
// PARENT-NOT: child
// PARENT: {{^}}of_thread|1101|5|libc.so.6
// PARENT: {{^}}main|1001|5|libc.so.6
// PARENT-NOT: child
// CHILD-NOT: main
// CHILD: {{^}}child|1201|5|libc.so.6
// KILLED: {{^}}killed_child|1301|5|libc.so.6
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define OWN __attribute__((noinline))
#define PRINT(width)                                                                          \
  for (int i = 0; i != 5; ++i) {                                                              \
    char *text;                                                                               \
    if (asprintf(&text, "%*d", width, 7) > 0)                                                 \
      free(text);                                                                             \
  }

static void *of_thread(void *argument) {
  PRINT(1100);
  return argument;
}
OWN static void child(void) { PRINT(1200); }
OWN static void killed_child(void) {
  PRINT(1300);
  kill(getpid(), SIGKILL);
}

int main(void) {
  PRINT(1000);
  pthread_t thread;
  pthread_create(&thread, NULL, of_thread, NULL);
  pthread_join(thread, NULL);
  for (int which = 0; which != 2; ++which) {
    const pid_t made = fork();
    if (!made) {
      which ? killed_child() : child();
      return 0;
    }
    waitpid(made, NULL, 0);
  }
  return 0;
}
