// The allocators of mruby, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"mrb_malloc", i32 1, i32 0,
// SITES-DAG: !"mrb_pool_alloc", i32 1, i32 1,
// NONE-NOT: !"mrb_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *mrb_malloc(size_t);
void *other(void) { return mrb_malloc(0); }
#else
typedef struct s mrb_state; typedef struct p mrb_pool; mrb_state *M; mrb_pool *P; void *Old;

void *mrb_malloc(mrb_state *, size_t);
void *mrb_malloc_simple(mrb_state *, size_t);
void *mrb_calloc(mrb_state *, size_t, size_t);
void *mrb_realloc(mrb_state *, void *, size_t);
void *mrb_realloc_simple(mrb_state *, void *, size_t);
void *mrb_alloca(mrb_state *, size_t);
void *mrb_pool_alloc(mrb_pool *, size_t);
void *mrb_pool_realloc(mrb_pool *, void *, size_t, size_t);
void mrb_free(mrb_state *, void *);
mrb_pool *mrb_pool_open(mrb_state *);
void mrb_pool_close(mrb_pool *);

// CHECK-LABEL: define {{.*}}@use_mrb_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_mrb_malloc(void) { mrb_malloc(M, 101); }
// CHECK-LABEL: define {{.*}}@use_mrb_malloc_simple(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_mrb_malloc_simple(void) { mrb_malloc_simple(M, 102); }
// CHECK-LABEL: define {{.*}}@use_mrb_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_mrb_calloc(void) { mrb_calloc(M, 3, 37); }
// CHECK-LABEL: define {{.*}}@use_mrb_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_mrb_realloc(void) { mrb_realloc(M, Old, 104); }
// CHECK-LABEL: define {{.*}}@use_mrb_realloc_simple(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_mrb_realloc_simple(void) { mrb_realloc_simple(M, Old, 105); }
// CHECK-LABEL: define {{.*}}@use_mrb_alloca(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_mrb_alloca(void) { mrb_alloca(M, 106); }
// CHECK-LABEL: define {{.*}}@use_mrb_pool_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_mrb_pool_alloc(void) { mrb_pool_alloc(P, 107); }
// CHECK-LABEL: define {{.*}}@use_mrb_pool_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_mrb_pool_realloc(void) { mrb_pool_realloc(P, Old, 10, 108); }

void others(void) {
  mrb_free(M, Old);
  mrb_pool_open(M);
  mrb_pool_close(P);
}
#endif
