// The allocators of MuPDF, as its headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"fz_malloc", i32 1, i32 0,
// NONE-NOT: !"fz_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *fz_malloc(size_t);
void *other(void) { return fz_malloc(0); }
#else
typedef struct c fz_context; typedef struct p fz_pool;
fz_context *C; fz_pool *P; void *Old;

void *fz_malloc(fz_context *, size_t);
void *fz_calloc(fz_context *, size_t, size_t);
void *fz_realloc(fz_context *, void *, size_t);
void *fz_malloc_no_throw(fz_context *, size_t);
void *fz_calloc_no_throw(fz_context *, size_t, size_t);
void *fz_realloc_no_throw(fz_context *, void *, size_t);
void *fz_malloc_array(fz_context *, size_t, size_t);
void *fz_resize_array(fz_context *, void *, size_t, size_t);
void *fz_malloc_array_no_throw(fz_context *, size_t, size_t);
void *fz_resize_array_no_throw(fz_context *, void *, size_t, size_t);
char *fz_strdup(fz_context *, const char *);
void *fz_pool_alloc(fz_context *, fz_pool *, size_t);
char *fz_pool_strdup(fz_context *, fz_pool *, const char *);
fz_pool *fz_new_pool(fz_context *);
void fz_free(fz_context *, void *);
void fz_drop_pool(fz_context *, fz_pool *);

// CHECK-LABEL: define {{.*}}@use_fz_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_fz_malloc(void) { fz_malloc(C, 101); }
// CHECK-LABEL: define {{.*}}@use_fz_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 204)
void use_fz_calloc(void) { fz_calloc(C, 2, 102); }
// CHECK-LABEL: define {{.*}}@use_fz_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_fz_realloc(void) { fz_realloc(C, Old, 103); }
// CHECK-LABEL: define {{.*}}@use_fz_malloc_no_throw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_fz_malloc_no_throw(void) { fz_malloc_no_throw(C, 104); }
// CHECK-LABEL: define {{.*}}@use_fz_calloc_no_throw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 210)
void use_fz_calloc_no_throw(void) { fz_calloc_no_throw(C, 2, 105); }
// CHECK-LABEL: define {{.*}}@use_fz_realloc_no_throw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_fz_realloc_no_throw(void) { fz_realloc_no_throw(C, Old, 106); }
// CHECK-LABEL: define {{.*}}@use_fz_malloc_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 214)
void use_fz_malloc_array(void) { fz_malloc_array(C, 2, 107); }
// CHECK-LABEL: define {{.*}}@use_fz_resize_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 216)
void use_fz_resize_array(void) { fz_resize_array(C, Old, 2, 108); }
// CHECK-LABEL: define {{.*}}@use_fz_malloc_array_no_throw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 220)
void use_fz_malloc_array_no_throw(void) { fz_malloc_array_no_throw(C, 2, 110); }
// CHECK-LABEL: define {{.*}}@use_fz_resize_array_no_throw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 222)
void use_fz_resize_array_no_throw(void) { fz_resize_array_no_throw(C, Old, 2, 111); }
// CHECK-LABEL: define {{.*}}@use_fz_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_fz_strdup(void) { fz_strdup(C, "abcd"); }
// CHECK-LABEL: define {{.*}}@use_fz_pool_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_fz_pool_alloc(void) { fz_pool_alloc(C, P, 112); }
// CHECK-LABEL: define {{.*}}@use_fz_pool_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_fz_pool_strdup(void) { fz_pool_strdup(C, P, "abcd"); }

void others(void) {
  fz_new_pool(C);
  fz_free(C, Old);
  fz_drop_pool(C, P);
}
#endif
