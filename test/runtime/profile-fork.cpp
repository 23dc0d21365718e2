// A forked child counts in a profile of its own, made at its first allocation;
// nothing that it does reaches the parent's, whose profile is there after the
// child's end, normal or not. A child that counts nothing makes none. A child
// made without fork handlers stops counting at its first miss.
//
// A child is known by memory that the kernel wipes (MADV_WIPEONFORK): qemu does not.
// REQUIRES: native
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv TMPDIR=%t.dir %t > %t.pids 2> %t.err
// RUN: %files %t.dir "*.asprof" | count 3
// RUN: env TMPDIR=%t.dir %allocsite recover $(sed -n 1p %t.pids) | %FileCheck %s --check-prefix=PARENT
// RUN: env TMPDIR=%t.dir %allocsite recover $(sed -n 2p %t.pids) | %FileCheck %s --check-prefix=CHILD
// RUN: env TMPDIR=%t.dir %allocsite recover $(sed -n 3p %t.pids) | %FileCheck %s --check-prefix=GRANDCHILD
// RUN: not env TMPDIR=%t.dir %allocsite recover $(sed -n 4p %t.pids)
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/b.csv:profile=%t.dir/b.asprof TMPDIR=%t.dir %t named > %t.pids || true
// RUN: ls %t.dir/b.asprof %t.dir/b-$(sed -n 2p %t.pids).asprof

// PARENT: {{^}}"main",-,-,-,8,100007,800056,
// PARENT-NEXT: {{^}}"main",-,-,-,9,1,9,{{.*}}
// PARENT-NOT: {{.}}
// CHILD: {{^}}"main",-,-,-,9,3,27,{{.*}}
// CHILD-NEXT: {{^}}"main",-,-,-,8,2,16,{{.*}}
// CHILD-NOT: {{.}}
// GRANDCHILD: {{^}}"main",-,-,-,7,1,7,{{.*}}
// GRANDCHILD-NOT: {{.}}
#include "Inputs/Play.h"
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static OneSite *Module;

static void say() {
  printf("%d\n", int(getpid()));
  fflush(stdout);
}

static void inChild(void (*Do)()) {
  if (fork() == 0) {
    Do();
    raise(SIGKILL);
  }
  wait(nullptr);
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  say();
  Module->allocate(9);
  for (int I = 0; I < 5; ++I)
    Module->allocate(8);
  inChild([] {
    say();
    Module->allocate(8);
    Module->allocate(9);
    inChild([] {
      say();
      Module->allocate(7);
    });
    Module->allocate(9);
    Module->allocate(9);
    Module->allocate(8);
  });
  inChild([] { say(); });
  Module->allocate(8);
  // Shares the mapping. Misses only: a hit would be the parent's.
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
    for (uint64_t Size = 10; Size < 5000; ++Size)
      Module->allocate(Size);
    raise(SIGKILL);
  }
  wait(nullptr);
  Module->allocate(8);
  for (int I = 0; I < 100000; ++I)
    Module->allocate(8);
  raise(SIGKILL);
}
