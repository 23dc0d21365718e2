// The allocators of Duktape, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"duk_alloc", i32 1, i32 0,
// NONE-NOT: !"duk_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *duk_alloc(size_t);
void *other(void) { return duk_alloc(0); }
#else
typedef struct c duk_context; typedef struct h duk_heap; typedef struct t duk_hthread;
typedef void *(*duk_mem_getptr)(duk_heap *, void *);
duk_context *C; duk_heap *H; duk_hthread *T; void *Old;

void *duk_alloc(duk_context *, size_t);
void *duk_alloc_raw(duk_context *, size_t);
void *duk_realloc(duk_context *, void *, size_t);
void *duk_realloc_raw(duk_context *, void *, size_t);
void *duk_heap_mem_alloc(duk_heap *, size_t);
void *duk_heap_mem_alloc_zeroed(duk_heap *, size_t);
void *duk_heap_mem_alloc_checked(duk_hthread *, size_t);
void *duk_heap_mem_alloc_checked_zeroed(duk_hthread *, size_t);
void *duk_heap_mem_realloc(duk_heap *, void *, size_t);
void *duk_heap_mem_realloc_indirect(duk_heap *, duk_mem_getptr, void *, size_t);
void duk_free(duk_context *, void *);
void duk_free_raw(duk_context *, void *);
void duk_heap_mem_free(duk_heap *, void *);

// CHECK-LABEL: define {{.*}}@use_duk_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_duk_alloc(void) { duk_alloc(C, 101); }
// CHECK-LABEL: define {{.*}}@use_duk_alloc_raw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_duk_alloc_raw(void) { duk_alloc_raw(C, 102); }
// CHECK-LABEL: define {{.*}}@use_duk_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_duk_realloc(void) { duk_realloc(C, Old, 103); }
// CHECK-LABEL: define {{.*}}@use_duk_realloc_raw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_duk_realloc_raw(void) { duk_realloc_raw(C, Old, 104); }
// CHECK-LABEL: define {{.*}}@use_duk_heap_mem_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_duk_heap_mem_alloc(void) { duk_heap_mem_alloc(H, 105); }
// CHECK-LABEL: define {{.*}}@use_duk_heap_mem_alloc_zeroed(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_duk_heap_mem_alloc_zeroed(void) { duk_heap_mem_alloc_zeroed(H, 106); }
// CHECK-LABEL: define {{.*}}@use_duk_heap_mem_alloc_checked(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_duk_heap_mem_alloc_checked(void) { duk_heap_mem_alloc_checked(T, 107); }
// CHECK-LABEL: define {{.*}}@use_duk_heap_mem_alloc_checked_zeroed(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_duk_heap_mem_alloc_checked_zeroed(void) { duk_heap_mem_alloc_checked_zeroed(T, 108); }
// CHECK-LABEL: define {{.*}}@use_duk_heap_mem_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_duk_heap_mem_realloc(void) { duk_heap_mem_realloc(H, Old, 109); }
// CHECK-LABEL: define {{.*}}@use_duk_heap_mem_realloc_indirect(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_duk_heap_mem_realloc_indirect(void) { duk_heap_mem_realloc_indirect(H, 0, Old, 110); }

void others(void) {
  duk_free(C, Old);
  duk_free_raw(C, Old);
  duk_heap_mem_free(H, Old);
}
#endif
