// What is pushed on a way that does not return, and that comes with the thread's word as it was
// found, is pushed on that word, loaded there: what returns computes no sum for it, and keeps
// nothing. Not so behind another push.
//
// RUN: printf 'malloc\n' > %t.leaves
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:leaves=%t.leaves %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:leaves=%t.leaves %cc -O2 -fPIC -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
#include <stdlib.h>

void call(void);
_Noreturn void fatal(const char *, ...);

// CHECK-LABEL: define {{.*}}@checked(
// CHECK-NOT:     freeze
// CHECK:         call {{.*}}fatal(
// CHECK:         icmp eq {{.*}}, null
// CHECK:         [[HERE:%.*]] = load i64, {{.*(__allocsite_thread|addrspace\(257\)).*}}!nosanitize
// CHECK:         shl i64 [[HERE]], 21
// CHECK:         call {{.*}}fatal(
// CHECK:         [[AGAIN:%.*]] = load i64, {{.*(__allocsite_thread|addrspace\(257\)).*}}!nosanitize
// CHECK:         shl i64 [[AGAIN]], 21
// CHECK:         call {{.*}}fatal(
// CHECK:       {{^}}}
void *checked(size_t size) {
  if (size == 7)
    fatal("seven bytes");
  void *made = malloc(size);
  if (!made)
    fatal("no memory for %zu", size);
  if (size == 17)
    fatal("seventeen bytes");
  return made;
}

// CHECK-LABEL: define {{.*}}@behind(
// CHECK:         load i64, {{.*(__allocsite_thread|addrspace\(257\)).*}}!nosanitize
// CHECK-NOT:     load i64, {{.*(__allocsite_thread|addrspace\(257\)).*}}!nosanitize
// CHECK:         call {{.*}}fatal(
// CHECK:       {{^}}}
void behind(int n) {
  call();
  if (n)
    fatal("behind");
}

// The second id there is computed of the first sum.
// CHECK-LABEL: define {{.*}}@two(
// CHECK:         [[SUM:%.*]] = freeze i64
// CHECK:         call {{.*}}name(
// CHECK:         add i64 [[SUM]], 1
// CHECK:         call {{.*}}fatal(
// CHECK:       {{^}}}
const char *name(int);
void two(int n) {
  if (n)
    fatal(name(n));
}
