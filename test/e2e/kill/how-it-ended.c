// The table `run` says how a program has ended and with which status: the pass tells the runtime what
// comes next. A shared library's code tells it as well.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -O1 %s -o app && %cc -O1 -fPIC -shared -DLIBRARY %s -o libend.so && %cc -O1 -DUSER %s -L. -lend -Wl,-rpath,%t -o user
// RUN: export SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/%%e.csv
// RUN: for program in app user; do for how in exit return _exit _Exit quick_exit syscall abort exec; do \
// RUN:   { ./$program $how > log 2>&1 || true; } && echo "$program $how $(%table run $program.csv | grep -o '"how.*}}')" || exit 1; \
// RUN: done; done > ends && %FileCheck %s --input-file=ends
//
// CHECK: app exit "how":"exit","status":200}}
// CHECK-NEXT: app return "how":"exit","status":7}}
// CHECK-NEXT: app _exit "how":"_exit","status":201}}
// CHECK-NEXT: app _Exit "how":"_exit","status":202}}
// CHECK-NEXT: app quick_exit "how":"quick_exit","status":203}}
// CHECK-NEXT: app syscall "how":"_exit","status":204}}
// CHECK-NEXT: app abort "how":"abort"}}
// CHECK-NEXT: app exec "how":"exec"}}
// CHECK-NEXT: user exit "how":"exit","status":200}}
// CHECK-NEXT: user return "how":"exit","status":7}}
// CHECK-NEXT: user _exit "how":"_exit","status":201}}
// CHECK-NEXT: user _Exit "how":"_exit","status":202}}
// CHECK-NEXT: user quick_exit "how":"quick_exit","status":203}}
// CHECK-NEXT: user syscall "how":"_exit","status":204}}
// CHECK-NEXT: user abort "how":"abort"}}
// CHECK-NEXT: user exec "how":"exec"}}
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void finish(const char *how);
void *volatile kept;

#ifndef USER
void finish(const char *how) {
  kept = malloc(8);
  if (!strcmp(how, "exit"))
    exit(200);
  if (!strcmp(how, "_exit"))
    _exit(201);
  if (!strcmp(how, "_Exit"))
    _Exit(202);
  if (!strcmp(how, "quick_exit"))
    quick_exit(203);
  if (!strcmp(how, "syscall"))
    syscall(SYS_exit_group, 204);
  if (!strcmp(how, "abort"))
    abort();
  if (!strcmp(how, "exec"))
    execl("/bin/true", "true", (char *)0);
}
#endif

#ifndef LIBRARY
int main(int count, char **arguments) {
  kept = malloc(16);
  finish(arguments[count - 1]);
  return 7;
}
#endif
