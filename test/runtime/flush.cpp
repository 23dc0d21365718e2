// A flush writes at once, what exit would write; the end of the program rewrites
// the same file if more was counted (an exec that failed), and is silent if not.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t 2>&1 | %FileCheck %s
// RUN: %files %t.dir | count 1
// RUN: %FileCheck %s --check-prefix=CSV --input-file=$(ls %t.dir/*.csv)
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t quick 2>&1 | %FileCheck %s --check-prefix=ONCE
// RUN: %files %t.dir | count 1

// CHECK: enabled!
// CHECK-NEXT: Dumping log of size 1
// CHECK-NEXT: {{^}}allocsite: 1 row, 8 B in 1 call{{$}}
// CHECK-NEXT: wrote allocation log to [[PATH:.*]]
// CHECK-NEXT: the exec failed
// CHECK-NEXT: Dumping log of size 2
// CHECK-NEXT: {{^}}allocsite: 2 rows, 24 B in 2 calls{{$}}
// CHECK-NEXT: wrote allocation log to [[PATH]]{{$}}
// CHECK-NOT: {{.}}
// CSV: "main",-,-,-,16,1,16,
// CSV-NEXT: "main",-,-,-,8,1,8,
// ONCE: enabled!
// ONCE-NEXT: Dumping log of size 1
// ONCE-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ONCE-NEXT: wrote{{.*}}
// ONCE-NOT: {{.}}
#include "Inputs/Play.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int Count, char **) {
  static OneSite Module;
  Module.allocate(8);
  ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
  if (Count > 1)
    quick_exit(0);
  execl("/no/such/program", "x", nullptr);
  fputs("the exec failed\n", stderr);
  Module.allocate(16);
}
