// The allocators of Unbound, NSD, Knot, BIRD and HAProxy, as their headers declare them, are counted
// with the bytes that a call asks for, or none where it does not say; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"regional_alloc", i32 1, i32 1,
// NONE-NOT: !"regional_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *regional_alloc(size_t);
void *other(void) { return regional_alloc(0); }
#else
struct regional; typedef struct r region_type; typedef struct l linpool; typedef struct p pool; typedef struct s slab;
typedef struct k knot_mm_t; struct mempool;
knot_mm_t *K; struct mempool *Q;
struct pool_head; slab *S; struct pool_head *H;
struct regional *U; region_type *R; linpool *L; pool *P; void *Old;

void *regional_alloc(struct regional *, size_t);
void *regional_alloc_init(struct regional *, const void *, size_t);
void *regional_alloc_zero(struct regional *, size_t);
char *regional_strdup(struct regional *, const char *);
void *region_alloc(region_type *, size_t);
void *region_alloc_array(region_type *, size_t, size_t);
void *region_alloc_init(region_type *, const void *, size_t);
void *region_alloc_array_init(region_type *, const void *, size_t, size_t);
void *region_alloc_zero(region_type *, size_t);
void *region_alloc_array_zero(region_type *, size_t, size_t);
char *region_strdup(region_type *, const char *);
void *mm_alloc(knot_mm_t *, size_t);
void *mm_calloc(knot_mm_t *, size_t, size_t);
void *mm_realloc(knot_mm_t *, void *, size_t, size_t);
char *mm_strdup(knot_mm_t *, const char *);
void *mp_alloc(struct mempool *, unsigned);
void *mp_alloc_noalign(struct mempool *, unsigned);
void *mp_alloc_zero(struct mempool *, unsigned);
void *lp_alloc(linpool *, unsigned);
void *lp_allocu(linpool *, unsigned);
void *lp_allocz(linpool *, unsigned);
char *lp_strdup(linpool *, const char *);
void *sl_alloc(slab *);
void *sl_allocz(slab *);
void *__pool_alloc(struct pool_head *, unsigned);
void *mb_alloc(pool *, unsigned);
void *mb_allocz(pool *, unsigned);
void *mb_realloc(void *, unsigned);
struct regional *regional_create(void);
struct regional *regional_create_custom(size_t);
struct regional *regional_create_nochunk(size_t);
void regional_free_all(struct regional *);
void regional_destroy(struct regional *);
region_type *region_create(void *(*)(size_t), void (*)(void *));
region_type *region_create_custom(void *(*)(size_t), void (*)(void *), size_t, size_t, size_t, int);
void region_recycle(region_type *, void *, size_t);
void region_free_all(region_type *);
void region_destroy(region_type *);
void mm_free(knot_mm_t *, void *);
struct mempool *mp_new(unsigned);
void mp_flush(struct mempool *);
void mp_delete(struct mempool *);
void lp_flush(linpool *);
void mb_free(void *);

// CHECK-LABEL: define {{.*}}@use_regional_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_regional_alloc(void) { regional_alloc(U, 101); }
// CHECK-LABEL: define {{.*}}@use_regional_alloc_init(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_regional_alloc_init(void) { regional_alloc_init(U, Old, 102); }
// CHECK-LABEL: define {{.*}}@use_regional_alloc_zero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_regional_alloc_zero(void) { regional_alloc_zero(U, 103); }
// CHECK-LABEL: define {{.*}}@use_regional_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_regional_strdup(void) { regional_strdup(U, "abcd"); }
// CHECK-LABEL: define {{.*}}@use_region_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_region_alloc(void) { region_alloc(R, 104); }
// CHECK-LABEL: define {{.*}}@use_region_alloc_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 210)
void use_region_alloc_array(void) { region_alloc_array(R, 2, 105); }
// CHECK-LABEL: define {{.*}}@use_region_alloc_init(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_region_alloc_init(void) { region_alloc_init(R, Old, 106); }
// CHECK-LABEL: define {{.*}}@use_region_alloc_array_init(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 214)
void use_region_alloc_array_init(void) { region_alloc_array_init(R, Old, 2, 107); }
// CHECK-LABEL: define {{.*}}@use_region_alloc_zero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_region_alloc_zero(void) { region_alloc_zero(R, 108); }
// CHECK-LABEL: define {{.*}}@use_region_alloc_array_zero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 218)
void use_region_alloc_array_zero(void) { region_alloc_array_zero(R, 2, 109); }
// CHECK-LABEL: define {{.*}}@use_region_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_region_strdup(void) { region_strdup(R, "abcd"); }
// CHECK-LABEL: define {{.*}}@use_mm_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 116)
void use_mm_alloc(void) { mm_alloc(K, 116); }
// CHECK-LABEL: define {{.*}}@use_mm_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 234)
void use_mm_calloc(void) { mm_calloc(K, 2, 117); }
// CHECK-LABEL: define {{.*}}@use_mm_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 118)
void use_mm_realloc(void) { mm_realloc(K, Old, 118, 9); }
// CHECK-LABEL: define {{.*}}@use_mm_strdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_mm_strdup(void) { mm_strdup(K, "abcd"); }
// CHECK-LABEL: define {{.*}}@use_mp_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 119)
void use_mp_alloc(void) { mp_alloc(Q, 119); }
// CHECK-LABEL: define {{.*}}@use_mp_alloc_noalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 120)
void use_mp_alloc_noalign(void) { mp_alloc_noalign(Q, 120); }
// CHECK-LABEL: define {{.*}}@use_mp_alloc_zero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_mp_alloc_zero(void) { mp_alloc_zero(Q, 121); }
// CHECK-LABEL: define {{.*}}@use_lp_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_lp_alloc(void) { lp_alloc(L, 110); }
// CHECK-LABEL: define {{.*}}@use_lp_allocu(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_lp_allocu(void) { lp_allocu(L, 111); }
// CHECK-LABEL: define {{.*}}@use_lp_allocz(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_lp_allocz(void) { lp_allocz(L, 112); }
// CHECK-LABEL: define {{.*}}@use_lp_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_lp_strdup(void) { lp_strdup(L, "abcd"); }
// CHECK-LABEL: define {{.*}}@use_slabs(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
void use_slabs(void) {
  sl_alloc(S);
  sl_allocz(S);
  __pool_alloc(H, 99);
}
// CHECK-LABEL: define {{.*}}@use_mb_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_mb_alloc(void) { mb_alloc(P, 113); }
// CHECK-LABEL: define {{.*}}@use_mb_allocz(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_mb_allocz(void) { mb_allocz(P, 114); }
// CHECK-LABEL: define {{.*}}@use_mb_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_mb_realloc(void) { mb_realloc(Old, 115); }

void others(void) {
  regional_create();
  regional_create_custom(9);
  regional_create_nochunk(9);
  regional_free_all(U);
  regional_destroy(U);
  region_create(0, 0);
  region_create_custom(0, 0, 1, 1, 1, 0);
  region_recycle(R, Old, 8);
  region_free_all(R);
  region_destroy(R);
  mm_free(K, Old);
  mp_new(9);
  mp_flush(Q);
  mp_delete(Q);
  lp_flush(L);
  mb_free(Old);
}
#endif
