// Code for shared objects knows at registration where the thread's word lies. It loads that once
// and keeps it across calls for the stores that put the word back; and where it has it, in the block
// where the word was found, it pushes by a store, though there are calls enough of the callee to
// share one.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -fPIC -S %s -o %t.s && %FileCheck %s --input-file=%t.s
//
// CHECK-LABEL: once:
// CHECK:         movq allocsite.state+8(%rip), %[[AT:r[a-z0-9]+]]
// CHECK:         movq %fs:(%[[AT]]), %[[WORD:r[a-z0-9]+]]
// CHECK:         movq %{{r[a-z0-9]+}}, %fs:(%[[AT]])
// CHECK:         callq others@PLT
// CHECK-NOT:     allocsite.state
// CHECK:         movq %[[WORD]], %fs:(%[[AT]])
// CHECK:         retq
//
// CHECK-LABEL: seldom:
// CHECK:         callq others@PLT
// CHECK:         callq {{.*}}allocsite.push.others
// CHECK:         callq {{.*}}allocsite.push.others
// CHECK:         callq {{.*}}allocsite.push.others
// CHECK:         retq
#include <stddef.h>

char *others(size_t);

char *once(size_t size) { return others(size) + 1; }

char *seldom(size_t size) {
  char *made = others(size);
  if (made[0])
    made = others(size + 1);
  if (made[1])
    made = others(size + 2);
  if (made[2])
    made = others(size + 3);
  return made + 1;
}
