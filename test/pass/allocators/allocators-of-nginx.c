// The allocators of nginx, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"ngx_palloc", i32 1, i32 1,
// SITES-DAG: !"ngx_slab_alloc", i32 1, i32 1,
// SITES-DAG: !"ngx_alloc", i32 1, i32 0,
// NONE-NOT: !"ngx_palloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
typedef struct pool ngx_pool_t; typedef struct log ngx_log_t; typedef struct slab ngx_slab_pool_t; typedef long ngx_int_t;
void *ngx_palloc(size_t, size_t);
void *other(void) { return ngx_palloc(0, 0); }
#else
typedef struct pool ngx_pool_t; typedef struct log ngx_log_t; typedef struct slab ngx_slab_pool_t; typedef long ngx_int_t;
ngx_pool_t *P; ngx_log_t *L; ngx_slab_pool_t *S;

void *ngx_palloc(ngx_pool_t *, size_t);
void *ngx_pnalloc(ngx_pool_t *, size_t);
void *ngx_pcalloc(ngx_pool_t *, size_t);
void *ngx_pmemalign(ngx_pool_t *, size_t, size_t);
ngx_int_t ngx_pfree(ngx_pool_t *, void *);
ngx_pool_t *ngx_create_pool(size_t, ngx_log_t *);
void ngx_reset_pool(ngx_pool_t *);
void ngx_destroy_pool(ngx_pool_t *);
void *ngx_slab_alloc(ngx_slab_pool_t *, size_t);
void *ngx_slab_alloc_locked(ngx_slab_pool_t *, size_t);
void *ngx_slab_calloc(ngx_slab_pool_t *, size_t);
void *ngx_slab_calloc_locked(ngx_slab_pool_t *, size_t);
void ngx_slab_free(ngx_slab_pool_t *, void *);
void ngx_slab_free_locked(ngx_slab_pool_t *, void *);
void *ngx_alloc(size_t, ngx_log_t *);
void *ngx_calloc(size_t, ngx_log_t *);
void *ngx_memalign(size_t, size_t, ngx_log_t *);

// CHECK-LABEL: define {{.*}}@use_ngx_palloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_ngx_palloc(void) { ngx_palloc(P, 101); }
// CHECK-LABEL: define {{.*}}@use_ngx_pnalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_ngx_pnalloc(void) { ngx_pnalloc(P, 102); }
// CHECK-LABEL: define {{.*}}@use_ngx_pcalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_ngx_pcalloc(void) { ngx_pcalloc(P, 103); }
// CHECK-LABEL: define {{.*}}@use_ngx_pmemalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_ngx_pmemalign(void) { ngx_pmemalign(P, 104, 64); }
// CHECK-LABEL: define {{.*}}@use_ngx_slab_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_ngx_slab_alloc(void) { ngx_slab_alloc(S, 111); }
// CHECK-LABEL: define {{.*}}@use_ngx_slab_alloc_locked(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_ngx_slab_alloc_locked(void) { ngx_slab_alloc_locked(S, 112); }
// CHECK-LABEL: define {{.*}}@use_ngx_slab_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_ngx_slab_calloc(void) { ngx_slab_calloc(S, 113); }
// CHECK-LABEL: define {{.*}}@use_ngx_slab_calloc_locked(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_ngx_slab_calloc_locked(void) { ngx_slab_calloc_locked(S, 114); }
// CHECK-LABEL: define {{.*}}@use_ngx_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_ngx_alloc(void) { ngx_alloc(121, L); }
// CHECK-LABEL: define {{.*}}@use_ngx_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_ngx_calloc(void) { ngx_calloc(122, L); }
// CHECK-LABEL: define {{.*}}@use_ngx_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 123)
void use_ngx_memalign(void) { ngx_memalign(64, 123, L); }

void others(void) {
  ngx_pfree(P, P);
  ngx_create_pool(4096, L);
  ngx_reset_pool(P);
  ngx_destroy_pool(P);
  ngx_slab_free(S, S);
  ngx_slab_free_locked(S, S);
}
#endif
