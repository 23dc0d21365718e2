// The allocators of Exim and of BIND, as their headers declare them, are counted
// with the bytes that a call asks for; what frees or empties is no site, nor what is a
// wrapper, and neither is a function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DTRACKLINES %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"store_get_3", i32 1, i32
// NONE-NOT: !"isc__mem_get", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *store_get_3(int);
void *other_store_get_3(void) { return store_get_3(1); }
void *isc__mem_get(size_t);
void *other_isc__mem_get(void) { return isc__mem_get(1); }
#else
typedef struct m isc_mem_t; typedef struct p isc_mempool_t;
isc_mem_t *M; isc_mempool_t *P; void *Old; char Text[9];

void *store_get_3(int, const void *, const char *, int);
void *store_get_perm_3(int, const void *, const char *, int);
void *store_get_quoted_3(int, const void *, unsigned, const char *, int);
void *store_newblock_3(void *, int, int, const char *, int);
void *store_malloc_3(size_t, const char *, int);
void store_free_3(void *, const char *, int);
#ifndef TRACKLINES
#define FLARG
#define HERE
#else
#define FLARG , const char *, unsigned
#define HERE , __FILE__, __LINE__
#endif
void *isc__mem_get(isc_mem_t *, size_t, size_t FLARG);
void *isc__mem_reget(isc_mem_t *, void *, size_t, size_t, size_t FLARG);
void *isc__mem_allocate(isc_mem_t *, size_t FLARG);
void *isc__mem_reallocate(isc_mem_t *, void *, size_t FLARG);
char *isc__mem_strdup(isc_mem_t *, const char *FLARG);
char *isc__mem_strndup(isc_mem_t *, const char *, size_t FLARG);
void *isc__mempool_get(isc_mempool_t *FLARG);
void isc__mem_put(isc_mem_t *, void *, size_t, size_t FLARG);
void isc__mem_free(isc_mem_t *, void *FLARG);
void isc__mempool_put(isc_mempool_t *, void *FLARG);

// CHECK-LABEL: define {{.*}}@use_store_get_3(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_store_get_3(void) { store_get_3(101, 0, __func__, 1); }
// CHECK-LABEL: define {{.*}}@use_store_get_perm_3(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_store_get_perm_3(void) { store_get_perm_3(102, 0, __func__, 1); }
// CHECK-LABEL: define {{.*}}@use_store_get_quoted_3(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_store_get_quoted_3(void) { store_get_quoted_3(103, 0, 7, __func__, 1); }
// CHECK-LABEL: define {{.*}}@use_store_newblock_3(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_store_newblock_3(void) { store_newblock_3(Old, 104, 9, __func__, 1); }
// CHECK-LABEL: define {{.*}}@use_store_malloc_3(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_store_malloc_3(void) { store_malloc_3(105, __func__, 1); }
// CHECK-LABEL: define {{.*}}@use_isc__mem_get(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_isc__mem_get(void) { isc__mem_get(M, 106, 8 HERE); }
// CHECK-LABEL: define {{.*}}@use_isc__mem_reget(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_isc__mem_reget(void) { isc__mem_reget(M, Old, 9, 107, 8 HERE); }
// CHECK-LABEL: define {{.*}}@use_isc__mem_allocate(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_isc__mem_allocate(void) { isc__mem_allocate(M, 108 HERE); }
// CHECK-LABEL: define {{.*}}@use_isc__mem_reallocate(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_isc__mem_reallocate(void) { isc__mem_reallocate(M, Old, 109 HERE); }
// CHECK-LABEL: define {{.*}}@use_isc__mem_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_isc__mem_strdup(void) { isc__mem_strdup(M, Text HERE); }
// CHECK-LABEL: define {{.*}}@use_isc__mempool_get(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
void use_isc__mempool_get(void) { isc__mempool_get(P HERE); }

void others(void) {
  isc__mem_strndup(M, Text, 9 HERE);
  store_free_3(Old, __func__, 1);
  isc__mem_put(M, Old, 9, 8 HERE);
  isc__mem_free(M, Old HERE);
  isc__mempool_put(P, Old HERE);
}
#endif
