// Children that no fork handler knows. One of clone has the parent's counters and a copy of its
// memory: what it frees and allocates changes nothing of the parent's. One of vfork has the
// memory itself: what it frees is gone in the parent, too. A handler that forks in the middle of
// a count leaves the child without a table.
//
// ThreadSanitizer makes a fork of vfork.
//
// qemu wipes no memory at a fork, by which such children are known, and makes a fork of vfork.
// REQUIRES: native
//
// UNSUPPORTED: sanitizer-thread
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
//
// CHECK: live at exit: 9 blocks, 900 bytes; peak 1000 bytes; freed 1 block, 0 of them temporary
// CHECK-NOT: live at
#include "Inputs/PlayLive.h"
#include <cstdlib>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main() {
  static PlayLive Module;
  void *Blocks[10];
  for (void *&Each : Blocks)
    Each = Module.take(0, 100);
  // Often: the first operations of a kind are the slow ones.
  for (int Round = 0; Round < 3; ++Round) {
    long Child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (Child == 0) {
      for (int I = 1; I < 10; ++I)
        Blocks[I] = I % 2 ? Module.resize(20 + I, Blocks[I], 300) : (free(Blocks[I]), nullptr);
      for (int I = 0; I < 10; ++I)
        free(Module.take(uint32_t(10 + I), 10)); // new records
      _exit(0);
    }
    wait(nullptr);
  }
  if (vfork() == 0) {
    free(Blocks[0]);
    _exit(0);
  }
  wait(nullptr);
}
