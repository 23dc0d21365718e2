// Behind chroot() the log's path leads elsewhere: a line says so, and the profile, which
// was made before, is there for `recover`.
//
// REQUIRES: set-user-id
// RUN: rm -rf %t.dir && mkdir -p %t.dir/root
// RUN: %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:profile=%t.dir/a.asprof %t %t.dir/root 2>&1 | %FileCheck %s --check-prefix=SAYS
// SAYS: allocsite: error: {{.*}}a.csv: cannot write the allocation log: {{.+}}; allocsite recover {{.*}}a.asprof{{$}}
// RUN: %allocsite recover %t.dir/a.asprof --output %t.csv
// RUN: %rows %t.csv | %FileCheck %s
// CHECK: {{^}}main|-|-|-|24|1{{$}}
// CHECK-NOT: {{.}}
#include <stdlib.h>
#include <unistd.h>

void *volatile Kept;

int main(int Count, char **Arguments) {
  Kept = malloc(24);
  return chroot(Arguments[Count - 1]) || chdir("/");
}
