// The allocators of APR, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"apr_palloc", i32 1, i32 1,
// NONE-NOT: !"apr_palloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
typedef struct pool apr_pool_t; typedef size_t apr_size_t; typedef int apr_status_t; typedef struct a apr_allocator_t; typedef int (*apr_abortfunc_t)(int);
void *apr_palloc(apr_pool_t *, const char *);
void *other(void) { return apr_palloc(0, 0); }
#else
typedef struct pool apr_pool_t; typedef size_t apr_size_t; typedef int apr_status_t; typedef struct a apr_allocator_t; typedef int (*apr_abortfunc_t)(int);
apr_pool_t *P; const char *Text;

void *apr_palloc(apr_pool_t *, apr_size_t);
void *apr_pcalloc(apr_pool_t *, apr_size_t);
void *apr_palloc_debug(apr_pool_t *, apr_size_t, const char *);
void *apr_pcalloc_debug(apr_pool_t *, apr_size_t, const char *);
void *apr_pmemdup(apr_pool_t *, const void *, apr_size_t);
char *apr_pstrmemdup(apr_pool_t *, const char *, apr_size_t);
char *apr_pstrdup(apr_pool_t *, const char *);
char *apr_pstrndup(apr_pool_t *, const char *, apr_size_t);
apr_status_t apr_pool_create_ex(apr_pool_t **, apr_pool_t *, apr_abortfunc_t, apr_allocator_t *);
void apr_pool_clear(apr_pool_t *);
void apr_pool_destroy(apr_pool_t *);
struct apr_memnode_t; struct apr_allocator_t *Allocator; struct apr_bucket_alloc_t *Buckets;
int apr_pool_create_ex_debug(apr_pool_t **, apr_pool_t *, void *, void *, const char *);
int apr_pool_create_core_ex(apr_pool_t **, void *, void *);
int apr_pool_create_core_ex_debug(apr_pool_t **, void *, void *, const char *);
int apr_pool_create_unmanaged_ex(apr_pool_t **, void *, void *);
int apr_pool_create_unmanaged_ex_debug(apr_pool_t **, void *, void *, const char *);
void apr_pool_clear_debug(apr_pool_t *, const char *);
void apr_pool_destroy_debug(apr_pool_t *, const char *);
struct apr_memnode_t *apr_allocator_alloc(struct apr_allocator_t *, apr_size_t);
void apr_allocator_free(struct apr_allocator_t *, struct apr_memnode_t *);
int apr_allocator_create(struct apr_allocator_t **);
void apr_allocator_destroy(struct apr_allocator_t *);
void *apr_bucket_alloc(apr_size_t, struct apr_bucket_alloc_t *);
void apr_bucket_free(void *);
struct apr_bucket_alloc_t *apr_bucket_alloc_create(apr_pool_t *);
struct apr_bucket_alloc_t *apr_bucket_alloc_create_ex(struct apr_allocator_t *);
void apr_bucket_alloc_destroy(struct apr_bucket_alloc_t *);

// CHECK-LABEL: define {{.*}}@use_apr_palloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_apr_palloc(void) { apr_palloc(P, 101); }
// CHECK-LABEL: define {{.*}}@use_apr_pcalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_apr_pcalloc(void) { apr_pcalloc(P, 102); }
// CHECK-LABEL: define {{.*}}@use_apr_palloc_debug(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_apr_palloc_debug(void) { apr_palloc_debug(P, 103, Text); }
// CHECK-LABEL: define {{.*}}@use_apr_pcalloc_debug(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_apr_pcalloc_debug(void) { apr_pcalloc_debug(P, 104, Text); }
// CHECK-LABEL: define {{.*}}@use_apr_pmemdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_apr_pmemdup(void) { apr_pmemdup(P, Text, 105); }
// CHECK-LABEL: define {{.*}}@use_apr_pstrmemdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_apr_pstrmemdup(void) { apr_pstrmemdup(P, Text, 106); }
// CHECK-LABEL: define {{.*}}@use_apr_pstrdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_apr_pstrdup(void) { apr_pstrdup(P, Text); }
// CHECK-LABEL: define {{.*}}@use_apr_pstrndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_apr_pstrndup(void) { apr_pstrndup(P, Text, 9); }
// CHECK-LABEL: define {{.*}}@use_apr_allocator_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_apr_allocator_alloc(void) { apr_allocator_alloc(Allocator, 121); }
// CHECK-LABEL: define {{.*}}@use_apr_bucket_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_apr_bucket_alloc(void) { apr_bucket_alloc(122, Buckets); }

void others(void) {
  apr_pool_create_ex(&P, 0, 0, 0);
  apr_pool_clear(P);
  apr_pool_destroy(P);
  apr_pool_create_ex_debug(&P, 0, 0, 0, Text);
  apr_pool_create_core_ex(&P, 0, 0);
  apr_pool_create_core_ex_debug(&P, 0, 0, Text);
  apr_pool_create_unmanaged_ex(&P, 0, 0);
  apr_pool_create_unmanaged_ex_debug(&P, 0, 0, Text);
  apr_pool_clear_debug(P, Text);
  apr_pool_destroy_debug(P, Text);
  apr_allocator_free(Allocator, 0);
  apr_allocator_create(&Allocator);
  apr_allocator_destroy(Allocator);
  apr_bucket_free(P);
  apr_bucket_alloc_create(P);
  apr_bucket_alloc_create_ex(Allocator);
  apr_bucket_alloc_destroy(Buckets);
}
#endif
