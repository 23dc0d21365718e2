// What the list of leaves names needs no word before it, so that this is loaded where the count
// needs it, and is the same before the call and behind. It is loaded before, and the call goes
// through a gate; also in shared objects, where the thread's words lie somewhere else.
//
// RUN: printf 'malloc\n_Znwm\n' > %t.leaves
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:leaves=%t.leaves %cxx -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:leaves=%t.leaves %cxx -O2 -fPIC -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
#include <cstdlib>

[[noreturn]] void die();

// CHECK-LABEL: define {{.*}}xmalloc
// CHECK:         [[WORD:%.*]] = load i64, {{.*(__allocsite_thread|addrspace\(257\)).*}}!nosanitize
// CHECK:         call {{.*}}(i64 {{.*}}%{{[^ ]*}}, i64 [[WORD]], {{.*}}@allocsite.tags{{.*}}@malloc
// CHECK:       {{^}}}
void *xmalloc(size_t size) {
  void *made = malloc(size);
  if (!made)
    __builtin_trap();
  return made;
}

struct Guard {
  int *At;
  ~Guard() { ++*At; }
};

// CHECK-LABEL: define {{.*}}unwound
// CHECK:         [[HERE:%.*]] = load i64, {{.*(__allocsite_thread|addrspace\(257\)).*}}!nosanitize
// CHECK:         invoke {{.*}}(i64 {{.*}}24, i64 [[HERE]], {{.*}}@allocsite.tags{{.*}}@_Znwm
// CHECK:       {{^}}}
void *unwound(int *at) {
  Guard Here = {at};
  void *made = operator new(24);
  if (*at)
    die();
  return made;
}
