// A child of vfork, or of a clone that runs no fork handlers, shares what the
// parent counts and writes nothing, not even if it flushes.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t 2>&1 | %FileCheck %s
// RUN: %files %t.dir | count 1

// CHECK: enabled!
// CHECK-NEXT: Dumping log of size 1
// CHECK-NEXT: {{^}}allocsite: {{[0-9]+}} row
// CHECK-NEXT: wrote{{.*}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <sys/syscall.h>
#include <sys/wait.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main() {
  static OneSite Module;
  Module.allocate(8);
  if (vfork() == 0) {
    ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
    _exit(0);
  }
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
    exit(0);
  wait(nullptr);
  wait(nullptr);
}
