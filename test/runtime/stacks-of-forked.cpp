// A forked child learns the stacks of its contexts anew, those that its parent knew as well,
// and so does its own child. One that is killed leaves its callers too. One that was made
// without fork handlers counts nothing, and leaves alone the stacks of its parent, with which it
// shares the profile.
//
// A child is known by memory that the kernel wipes (MADV_WIPEONFORK): qemu does not.
// REQUIRES: native
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:verbosity=0 TMPDIR=%t.dir %t > %t.pids
// RUN: env TMPDIR=%t.dir %allocsite recover $(sed -n 3p %t.pids) -o %t.dir/killed.csv
// RUN: %python %S/Inputs/ways.py %allocsite %t.dir/a.csv | %FileCheck %s --check-prefix=PARENT
// RUN: %python %S/Inputs/ways.py %allocsite %t.dir/a-$(sed -n 1p %t.pids).csv | %FileCheck %s --check-prefix=CHILD
// RUN: %python %S/Inputs/ways.py %allocsite %t.dir/a-$(sed -n 2p %t.pids).csv | %FileCheck %s --check-prefix=GRANDCHILD
// RUN: %python %S/Inputs/ways.py %allocsite %t.dir/killed.csv | %FileCheck %s --check-prefix=KILLED
// RUN: ls %t.dir/*.csv | count 4

// PARENT: {{^}}900 rows of 1000 calls, 1 or 2 each
// PARENT-NEXT: 0 stacks
// PARENT-NEXT: {{^}}0 wrong
// CHILD: {{^}}200 rows of 200 calls, 1 each
// CHILD-NEXT: 0 stacks
// CHILD-NEXT: {{^}}0 wrong
// GRANDCHILD: {{^}}300 rows of 300 calls, 1 each
// GRANDCHILD-NEXT: 0 stacks
// GRANDCHILD-NEXT: {{^}}0 wrong
// KILLED: {{^}}700 rows of 700 calls, 1 each
// KILLED-NEXT: 0 stacks
// KILLED-NEXT: {{^}}0 wrong
#include "Inputs/Ways.h"
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static Ways *Module;

static void go(unsigned Begin, unsigned End) {
  for (unsigned Way = Begin; Way < End; ++Way)
    Module->go(Way);
}

template <typename Callback> static void inChild(int Pid, Callback Do) {
  if (Pid == 0) {
    Do();
    exit(0);
  }
  waitpid(Pid, nullptr, 0);
}
static void say() {
  printf("%d\n", int(getpid()));
  fflush(stdout);
}

int main() {
  static Ways TheModule;
  Module = &TheModule;
  go(1000, 1100);
  // Half of what the parent knows, and others.
  inChild(fork(), [] {
    say();
    go(1050, 1150);
    inChild(fork(), [] {
      say();
      go(1000, 1300);
    });
    go(1150, 1250);
  });
  inChild(fork(), [] {
    say();
    go(1100, 1800);
    raise(SIGKILL);
  });
  go(1000, 1200);
  // Shares the mapping, and has numbers of its own for its nodes.
  inChild(int(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)), [] {
    for (unsigned Way = 1500; Way < 2048; ++Way) {
      Module->go(Way);
      calling(*Module, Module->callAt(0, 0, Way & 1), [Way] {
        Module->thread().Context += Way;
        Module->miss(0, Module->thread().Context, 0, ALLOCSITE_NO_SITE);
        Module->thread().Context -= Way;
      });
    }
    _exit(0);
  });
  go(1200, 1900);
}
