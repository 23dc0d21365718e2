// Who may not remove his profile any more says so, and leaves one of which
// `recover` makes no second log.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O1 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.dir/a.asprof %t %t.dir 2>&1 | %FileCheck %s --check-prefix=SAYS
// SAYS: heap profiler: cannot remove {{.*}}a.asprof, which recover will leave alone: {{.+}}
// RUN: chmod 755 %t.dir
// RUN: %rows %t.csv | %FileCheck %s
// CHECK: {{^}}main|-|-|-|24|1{{$}}
// CHECK-NOT: {{.}}
// RUN: not %allocsite recover --output %t.again.csv %t.dir/a.asprof 2>&1 | %FileCheck %s --check-prefix=EMPTY
// EMPTY: an empty profile: {{.*}}could not remove it
#include <linux/capability.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void *volatile Kept;

int main(int Count, char **Arguments) {
  Kept = malloc(24);
  // Root becomes one for whom the modes of directories hold.
  struct __user_cap_header_struct Header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct None[2] = {};
  if (chmod(Arguments[Count - 1], 0555) || syscall(SYS_capset, &Header, None))
    return 1;
}
