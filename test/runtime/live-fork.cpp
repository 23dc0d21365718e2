// A forked child goes on with what was alive when it was made: it may free that, and at its
// exit the rest is alive in it as well. The parent knows nothing of what the child does.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
//
// The child: 10 of 100 bytes and 5 of 30 come, 4 of the 10 go. Its peak is 10 and 5.
// CHECK: live at exit: 11 blocks, 750 bytes; peak 1150 bytes; freed 4 blocks, 0 of them temporary
// CHECK: live at exit: 9 blocks, 900 bytes; peak 2000 bytes; freed 11 blocks, 1 of them temporary
#include "Inputs/PlayLive.h"
#include <sys/wait.h>
#include <unistd.h>

int main() {
  static PlayLive Module;
  void *Blocks[20];
  for (void *&Each : Blocks)
    Each = Module.take(0, 100);
  for (int I = 10; I < 20; ++I)
    free(Blocks[I]);
  if (fork() == 0) {
    for (int I = 0; I < 5; ++I)
      Module.take(1, 30);
    for (int I = 0; I < 4; ++I)
      free(Blocks[I]);
    exit(0);
  }
  wait(nullptr);
  free(Blocks[0]);
}
