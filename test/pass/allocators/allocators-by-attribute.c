// A function that is declared with alloc_size is an allocator of the program, with
// one argument or two; without the attribute it is none.
//
// RUN: %clang -S -emit-llvm -O0 %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
//
// SITES-DAG: !"ngx_palloc", i32 1, i32 1
// SITES-DAG: !"grid", i32 1, i32 1
#include <stddef.h>

void *ngx_palloc(void *, size_t) __attribute__((alloc_size(2)));
void *grid(size_t, void *, int) __attribute__((alloc_size(1, 3)));
void *ngx_other(void *, size_t);

// CHECK-LABEL: define {{.*}}@one(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 77)
void *one(void *Pool) { return ngx_palloc(Pool, 77); }
// CHECK-LABEL: define {{.*}}@two(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void *two(void) { return grid(3, NULL, 7); }
// CHECK-LABEL: define {{.*}}@none(
// CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
void *none(void *Pool) { return ngx_other(Pool, 77); }
