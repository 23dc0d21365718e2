// A profile of another user, as that of a process which gave up its rights, is not looked
// into unasked: who may write to /tmp may put there what he likes. But it is said to be there,
// and its path gives the log.
//
// REQUIRES: set-user-id
// RUN: %cc -O1 %s -o %t && rm -rf %t.dir && mkdir %t.dir
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/allocsite-other-4711.asprof %t
// RUN: chown 65534 %t.dir/allocsite-other-4711.asprof
// RUN: env TMPDIR=%t.dir %allocsite recover 2>&1 | %FileCheck %s --check-prefix=LIST
// RUN: env TMPDIR=%t.dir not %allocsite recover 4711 2>&1 | %FileCheck %s --check-prefix=NUMBER
// RUN: env TMPDIR=%t.dir %allocsite recover %t.dir/allocsite-other-4711.asprof | %FileCheck %s --check-prefix=PATH
//
// LIST:   allocsite: note: {{[0-9]+ profiles?}} of other users left out (give the path): {{.*}}/allocsite-other-4711.asprof
// NUMBER: allocsite: error: {{.*}}/allocsite-other-4711.asprof belongs to another user (give its path to read it)
// PATH:   {{^}}"main",-,-,-,10,1,10,
#include <signal.h>
#include <stdlib.h>

static void *volatile Sink;

int main(void) {
  Sink = malloc(10);
  raise(SIGKILL);
}
