// Where one way alone into a block comes with another word than the one that was found, that is
// put back directly behind the call that changed it, so that the call of a leaf behind that can
// end the function.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S %s -o %t.s && %FileCheck %s --input-file=%t.s --check-prefix=ASM
#include <string.h>

char *others(size_t);

// CHECK-LABEL: define {{.*}}@copied(
// CHECK:         call {{.*}}@others(
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK:         call {{.*}}@strchr(
// CHECK-NOT:     store
// CHECK:       {{^}}}
// ASM-LABEL: {{^}}copied:
// ASM:         {{j[a-z]+}} strchr
char *copied(const char *of) {
  if (!of)
    return NULL;
  return strchr(others(strlen(of)), 'x');
}
