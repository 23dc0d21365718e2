// The log that is written before an exec that fails is written anew at the end, also where the
// program has done nothing but free meanwhile. The profile is renewed, too, for `recover`.
//
// qemu has a thread of its own, and where there are several no profile is renewed.
// REQUIRES: native
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:profile=%t.asprof %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %rows --cols "bytes allocated,call count,live count,peak bytes,freed count" %t.csv | %FileCheck %s --check-prefix=ROWS
// RUN: rm -f %t.left.asprof && env SKIP_HEAP_PROFILE=1 \
// RUN:   ALLOCSITE_OPTIONS=output=%t.csv:live=1:profile=%t.left.asprof %t kill || true
// RUN: %allocsite recover %t.left.asprof -o %t.killed.csv
// RUN: %rows --cols "bytes allocated,call count,live count,peak bytes,freed count" %t.killed.csv | %FileCheck %s --check-prefix=ROWS
//
// CHECK: live at exit: 10 blocks, 1000 bytes; peak 1000 bytes; freed 0 blocks
// CHECK: live at exit: 3 blocks, 300 bytes; peak 1000 bytes; freed 7 blocks
// CHECK-NOT: live at
// ROWS: {{^}}100|10|3|1000|7{{$}}
#include "Inputs/PlayLive.h"
#include <signal.h>
#include <unistd.h>

int main(int Count, char **) {
  static PlayLive Module;
  void *Blocks[10];
  for (void *&Each : Blocks)
    Each = Module.take(0, 100);
  ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
  execl("/no/such/program", "x", nullptr);
  for (int I = 0; I < 7; ++I)
    free(Blocks[I]);
  if (Count > 1)
    raise(SIGKILL);
}
