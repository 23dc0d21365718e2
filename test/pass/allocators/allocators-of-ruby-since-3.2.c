// Since 3.2 Ruby tells the allocators of its objects the context as well.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{.*}}@{{__allocsite_miss|allocsite.tags}}'
#include <stddef.h>

typedef unsigned long VALUE;
struct ec *Ec;

VALUE rb_wb_protected_newobj_of(struct ec *, VALUE, VALUE, size_t);
// CHECK-LABEL: define {{.*}}@use_rb_wb_protected_newobj_of(
// CHECK: call {{.*}}@allocsite.tags{{.*}}, i64 101)
void use_rb_wb_protected_newobj_of(void) { rb_wb_protected_newobj_of(Ec, 1, 2, 101); }
