// Behind chroot() the log's path leads elsewhere: a line says so, and the profile, which
// was made before, is there for `recover`.
//
// REQUIRES: set-user-id
// RUN: rm -rf %t.dir && mkdir -p %t.dir/root
// RUN: %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:profile=%t.dir/a.asprof %t %t.dir/root 2>&1 | %FileCheck %s --check-prefix=SAYS
// SAYS: allocsite: error: {{.*}}a.csv: cannot write the allocation log: {{.+}}; to get it: allocsite recover {{.*}}a.asprof{{$}}
// RUN: %allocsite recover %t.dir/a.asprof --output %t.csv
// RUN: %rows %t.csv | %FileCheck %s
// CHECK: {{^}}main|-|-|-|24|1{{$}}
// CHECK-NOT: {{.}}
//
// A child that has not allocated before has no profile: lines say so, and nothing is left.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/%%e-%%p.csv:profile=%t.dir/%%e-%%p.asprof %t %t.dir/root child 2>&1 | %FileCheck %s --check-prefix=CHILD
// CHILD: allocsite: warning: {{.*}}.asprof: No such file or directory: what is counted from here on is lost
// CHILD: allocsite: error: {{.*}}.csv: cannot write the allocation log: No such file or directory{{$}}
// RUN: %files %t.dir | count 3
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void *volatile Kept;

static int changeRoot(const char *To) { return chroot(To) || chdir("/"); }

int main(int Count, char **Arguments) {
  Kept = malloc(24);
  if (Count == 2)
    return changeRoot(Arguments[1]);
  int Status = 1;
  if (fork())
    return wait(&Status) < 0 || Status;
  if (changeRoot(Arguments[1]))
    return 1;
  Kept = malloc(48);
  return 0;
}
