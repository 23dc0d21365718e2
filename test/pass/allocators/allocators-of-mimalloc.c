// The allocators of mimalloc, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"mi_malloc", i32 1, i32 0,
// NONE-NOT: !"mi_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *mi_malloc(void *);
void *other(void) { return mi_malloc(0); }
#else
typedef struct h mi_heap_t;
void *Old, *Out; const char *Text; mi_heap_t *H;

void *mi_malloc(size_t);
void *mi_calloc(size_t, size_t);
void *mi_realloc(void *, size_t);
char *mi_strdup(const char *);
char *mi_strndup(const char *, size_t);
void *mi_malloc_small(size_t);
void *mi_zalloc_small(size_t);
void *mi_zalloc(size_t);
void *mi_mallocn(size_t, size_t);
void *mi_reallocn(void *, size_t, size_t);
void *mi_reallocf(void *, size_t);
void *mi_malloc_aligned(size_t, size_t);
void *mi_malloc_aligned_at(size_t, size_t, size_t);
void *mi_zalloc_aligned(size_t, size_t);
void *mi_zalloc_aligned_at(size_t, size_t, size_t);
void *mi_calloc_aligned(size_t, size_t, size_t);
void *mi_calloc_aligned_at(size_t, size_t, size_t, size_t);
void *mi_realloc_aligned(void *, size_t, size_t);
void *mi_realloc_aligned_at(void *, size_t, size_t, size_t);
void *mi_rezalloc(void *, size_t);
void *mi_recalloc(void *, size_t, size_t);
void *mi_rezalloc_aligned(void *, size_t, size_t);
void *mi_rezalloc_aligned_at(void *, size_t, size_t, size_t);
void *mi_recalloc_aligned(void *, size_t, size_t, size_t);
void *mi_recalloc_aligned_at(void *, size_t, size_t, size_t, size_t);
void *mi_memalign(size_t, size_t);
void *mi_valloc(size_t);
void *mi_pvalloc(size_t);
void *mi_aligned_alloc(size_t, size_t);
void *mi_reallocarray(void *, size_t, size_t);
void *mi_aligned_recalloc(void *, size_t, size_t, size_t);
void *mi_aligned_offset_recalloc(void *, size_t, size_t, size_t, size_t);
void *mi_new(size_t);
void *mi_new_aligned(size_t, size_t);
void *mi_new_nothrow(size_t);
void *mi_new_aligned_nothrow(size_t, size_t);
void *mi_new_n(size_t, size_t);
void *mi_new_realloc(void *, size_t);
void *mi_new_reallocn(void *, size_t, size_t);
int mi_posix_memalign(void **, size_t, size_t);
int mi_reallocarr(void *, size_t, size_t);
void mi_free(void *);
void mi_cfree(void *);
void *mi_heap_malloc(mi_heap_t *, size_t);
void *mi_heap_zalloc(mi_heap_t *, size_t);
void *mi_heap_calloc(mi_heap_t *, size_t, size_t);
void *mi_heap_mallocn(mi_heap_t *, size_t, size_t);
void *mi_heap_malloc_small(mi_heap_t *, size_t);
void *mi_heap_realloc(mi_heap_t *, void *, size_t);
void *mi_heap_reallocn(mi_heap_t *, void *, size_t, size_t);
void *mi_heap_reallocf(mi_heap_t *, void *, size_t);
char *mi_heap_strdup(mi_heap_t *, const char *);
char *mi_heap_strndup(mi_heap_t *, const char *, size_t);
void *mi_heap_malloc_aligned(mi_heap_t *, size_t, size_t);
void *mi_heap_malloc_aligned_at(mi_heap_t *, size_t, size_t, size_t);
void *mi_heap_zalloc_aligned(mi_heap_t *, size_t, size_t);
void *mi_heap_zalloc_aligned_at(mi_heap_t *, size_t, size_t, size_t);
void *mi_heap_calloc_aligned(mi_heap_t *, size_t, size_t, size_t);
void *mi_heap_calloc_aligned_at(mi_heap_t *, size_t, size_t, size_t, size_t);
void *mi_heap_realloc_aligned(mi_heap_t *, void *, size_t, size_t);
void *mi_heap_realloc_aligned_at(mi_heap_t *, void *, size_t, size_t, size_t);
void *mi_heap_rezalloc(mi_heap_t *, void *, size_t);
void *mi_heap_recalloc(mi_heap_t *, void *, size_t, size_t);
void *mi_heap_rezalloc_aligned(mi_heap_t *, void *, size_t, size_t);
void *mi_heap_rezalloc_aligned_at(mi_heap_t *, void *, size_t, size_t, size_t);
void *mi_heap_recalloc_aligned(mi_heap_t *, void *, size_t, size_t, size_t);
void *mi_heap_recalloc_aligned_at(mi_heap_t *, void *, size_t, size_t, size_t, size_t);
void *mi_heap_alloc_new(mi_heap_t *, size_t);
void *mi_heap_alloc_new_n(mi_heap_t *, size_t, size_t);
mi_heap_t *mi_heap_new(void);
void mi_heap_destroy(mi_heap_t *);
void *mi_umalloc(size_t, size_t *);
void *mi_umalloc_small(size_t, size_t *);
void *mi_uzalloc_small(size_t, size_t *);
void *mi_ucalloc(size_t, size_t, size_t *);
void *mi_urealloc(void *, size_t, size_t *, size_t *);
void *mi_umalloc_aligned(size_t, size_t, size_t *);
void *mi_uzalloc_aligned(size_t, size_t, size_t *);
void mi_free_size(void *, size_t);
void mi_free_size_aligned(void *, size_t, size_t);
void mi_free_aligned(void *, size_t);
void mi_ufree(void *, size_t *);
void *mi_expand(void *, size_t) __attribute__((alloc_size(2)));
mi_heap_t *mi_heap_new_in_arena(int);
mi_heap_t *mi_heap_new_ex(int, _Bool, int);

// CHECK-LABEL: define {{.*}}@use_mi_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_mi_malloc(void) { mi_malloc(101); }
// CHECK-LABEL: define {{.*}}@use_mi_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 306)
void use_mi_calloc(void) { mi_calloc(3, 102); }
// CHECK-LABEL: define {{.*}}@use_mi_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_mi_realloc(void) { mi_realloc(Old, 103); }
// CHECK-LABEL: define {{.*}}@use_mi_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_mi_strdup(void) { mi_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_mi_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_mi_strndup(void) { mi_strndup(Text, 9); }
// CHECK-LABEL: define {{.*}}@use_mi_malloc_small(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_mi_malloc_small(void) { mi_malloc_small(106); }
// CHECK-LABEL: define {{.*}}@use_mi_zalloc_small(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_mi_zalloc_small(void) { mi_zalloc_small(107); }
// CHECK-LABEL: define {{.*}}@use_mi_zalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_mi_zalloc(void) { mi_zalloc(108); }
// CHECK-LABEL: define {{.*}}@use_mi_mallocn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 327)
void use_mi_mallocn(void) { mi_mallocn(3, 109); }
// CHECK-LABEL: define {{.*}}@use_mi_reallocn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 330)
void use_mi_reallocn(void) { mi_reallocn(Old, 3, 110); }
// CHECK-LABEL: define {{.*}}@use_mi_reallocf(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_mi_reallocf(void) { mi_reallocf(Old, 111); }
// CHECK-LABEL: define {{.*}}@use_mi_malloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_mi_malloc_aligned(void) { mi_malloc_aligned(112, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_malloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_mi_malloc_aligned_at(void) { mi_malloc_aligned_at(113, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_zalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_mi_zalloc_aligned(void) { mi_zalloc_aligned(114, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_zalloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_mi_zalloc_aligned_at(void) { mi_zalloc_aligned_at(115, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_calloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 348)
void use_mi_calloc_aligned(void) { mi_calloc_aligned(3, 116, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_calloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 351)
void use_mi_calloc_aligned_at(void) { mi_calloc_aligned_at(3, 117, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_realloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 118)
void use_mi_realloc_aligned(void) { mi_realloc_aligned(Old, 118, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_realloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 119)
void use_mi_realloc_aligned_at(void) { mi_realloc_aligned_at(Old, 119, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_rezalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 138)
void use_mi_rezalloc(void) { mi_rezalloc(Old, 138); }
// CHECK-LABEL: define {{.*}}@use_mi_recalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 417)
void use_mi_recalloc(void) { mi_recalloc(Old, 3, 139); }
// CHECK-LABEL: define {{.*}}@use_mi_rezalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 140)
void use_mi_rezalloc_aligned(void) { mi_rezalloc_aligned(Old, 140, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_rezalloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 141)
void use_mi_rezalloc_aligned_at(void) { mi_rezalloc_aligned_at(Old, 141, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_recalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 426)
void use_mi_recalloc_aligned(void) { mi_recalloc_aligned(Old, 3, 142, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_recalloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 429)
void use_mi_recalloc_aligned_at(void) { mi_recalloc_aligned_at(Old, 3, 143, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 150)
void use_mi_memalign(void) { mi_memalign(64, 150); }
// CHECK-LABEL: define {{.*}}@use_mi_valloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 151)
void use_mi_valloc(void) { mi_valloc(151); }
// CHECK-LABEL: define {{.*}}@use_mi_pvalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 152)
void use_mi_pvalloc(void) { mi_pvalloc(152); }
// CHECK-LABEL: define {{.*}}@use_mi_aligned_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 153)
void use_mi_aligned_alloc(void) { mi_aligned_alloc(64, 153); }
// CHECK-LABEL: define {{.*}}@use_mi_reallocarray(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 462)
void use_mi_reallocarray(void) { mi_reallocarray(Old, 3, 154); }
// CHECK-LABEL: define {{.*}}@use_mi_aligned_recalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 465)
void use_mi_aligned_recalloc(void) { mi_aligned_recalloc(Old, 3, 155, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_aligned_offset_recalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 468)
void use_mi_aligned_offset_recalloc(void) { mi_aligned_offset_recalloc(Old, 3, 156, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_new(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 157)
void use_mi_new(void) { mi_new(157); }
// CHECK-LABEL: define {{.*}}@use_mi_new_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 158)
void use_mi_new_aligned(void) { mi_new_aligned(158, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_new_nothrow(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 159)
void use_mi_new_nothrow(void) { mi_new_nothrow(159); }
// CHECK-LABEL: define {{.*}}@use_mi_new_aligned_nothrow(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 160)
void use_mi_new_aligned_nothrow(void) { mi_new_aligned_nothrow(160, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_new_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 483)
void use_mi_new_n(void) { mi_new_n(3, 161); }
// CHECK-LABEL: define {{.*}}@use_mi_new_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 162)
void use_mi_new_realloc(void) { mi_new_realloc(Old, 162); }
// CHECK-LABEL: define {{.*}}@use_mi_new_reallocn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 489)
void use_mi_new_reallocn(void) { mi_new_reallocn(Old, 3, 163); }
// CHECK-LABEL: define {{.*}}@use_mi_posix_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 301)
void use_mi_posix_memalign(void) { mi_posix_memalign(&Out, 64, 301); }
// CHECK-LABEL: define {{.*}}@use_mi_reallocarr(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 906)
void use_mi_reallocarr(void) { mi_reallocarr(&Out, 3, 302); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 120)
void use_mi_heap_malloc(void) { mi_heap_malloc(H, 120); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_zalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_mi_heap_zalloc(void) { mi_heap_zalloc(H, 121); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 366)
void use_mi_heap_calloc(void) { mi_heap_calloc(H, 3, 122); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_mallocn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 369)
void use_mi_heap_mallocn(void) { mi_heap_mallocn(H, 3, 123); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_malloc_small(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 124)
void use_mi_heap_malloc_small(void) { mi_heap_malloc_small(H, 124); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 125)
void use_mi_heap_realloc(void) { mi_heap_realloc(H, Old, 125); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_reallocn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 378)
void use_mi_heap_reallocn(void) { mi_heap_reallocn(H, Old, 3, 126); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_reallocf(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 127)
void use_mi_heap_reallocf(void) { mi_heap_reallocf(H, Old, 127); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_mi_heap_strdup(void) { mi_heap_strdup(H, Text); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_mi_heap_strndup(void) { mi_heap_strndup(H, Text, 9); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_malloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 130)
void use_mi_heap_malloc_aligned(void) { mi_heap_malloc_aligned(H, 130, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_malloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 131)
void use_mi_heap_malloc_aligned_at(void) { mi_heap_malloc_aligned_at(H, 131, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_zalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_mi_heap_zalloc_aligned(void) { mi_heap_zalloc_aligned(H, 132, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_zalloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 133)
void use_mi_heap_zalloc_aligned_at(void) { mi_heap_zalloc_aligned_at(H, 133, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_calloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 402)
void use_mi_heap_calloc_aligned(void) { mi_heap_calloc_aligned(H, 3, 134, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_calloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 405)
void use_mi_heap_calloc_aligned_at(void) { mi_heap_calloc_aligned_at(H, 3, 135, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_realloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 136)
void use_mi_heap_realloc_aligned(void) { mi_heap_realloc_aligned(H, Old, 136, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_realloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 137)
void use_mi_heap_realloc_aligned_at(void) { mi_heap_realloc_aligned_at(H, Old, 137, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_rezalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 144)
void use_mi_heap_rezalloc(void) { mi_heap_rezalloc(H, Old, 144); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_recalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 435)
void use_mi_heap_recalloc(void) { mi_heap_recalloc(H, Old, 3, 145); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_rezalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 146)
void use_mi_heap_rezalloc_aligned(void) { mi_heap_rezalloc_aligned(H, Old, 146, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_rezalloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 147)
void use_mi_heap_rezalloc_aligned_at(void) { mi_heap_rezalloc_aligned_at(H, Old, 147, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_recalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 444)
void use_mi_heap_recalloc_aligned(void) { mi_heap_recalloc_aligned(H, Old, 3, 148, 64); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_recalloc_aligned_at(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 447)
void use_mi_heap_recalloc_aligned_at(void) { mi_heap_recalloc_aligned_at(H, Old, 3, 149, 64, 8); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_alloc_new(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 164)
void use_mi_heap_alloc_new(void) { mi_heap_alloc_new(H, 164); }
// CHECK-LABEL: define {{.*}}@use_mi_heap_alloc_new_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 495)
void use_mi_heap_alloc_new_n(void) { mi_heap_alloc_new_n(H, 3, 165); }
// CHECK-LABEL: define {{.*}}@use_mi_umalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 231)
void use_mi_umalloc(void) { mi_umalloc(231, 0); }
// CHECK-LABEL: define {{.*}}@use_mi_umalloc_small(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 232)
void use_mi_umalloc_small(void) { mi_umalloc_small(232, 0); }
// CHECK-LABEL: define {{.*}}@use_mi_uzalloc_small(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 233)
void use_mi_uzalloc_small(void) { mi_uzalloc_small(233, 0); }
// CHECK-LABEL: define {{.*}}@use_mi_ucalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 234)
void use_mi_ucalloc(void) { mi_ucalloc(3, 78, 0); }
// CHECK-LABEL: define {{.*}}@use_mi_urealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 235)
void use_mi_urealloc(void) { mi_urealloc(Old, 235, 0, 0); }
// CHECK-LABEL: define {{.*}}@use_mi_umalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 236)
void use_mi_umalloc_aligned(void) { mi_umalloc_aligned(236, 64, 0); }
// CHECK-LABEL: define {{.*}}@use_mi_uzalloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 237)
void use_mi_uzalloc_aligned(void) { mi_uzalloc_aligned(237, 64, 0); }

void others(void) {
  mi_free(Old);
  mi_cfree(Old);
  mi_heap_new();
  mi_heap_destroy(H);
  mi_free_size(Old, 5);
  mi_free_size_aligned(Old, 5, 64);
  mi_free_aligned(Old, 64);
  mi_ufree(Old, 0);
  mi_expand(Old, 238);
  mi_heap_new_in_arena(1);
  mi_heap_new_ex(1, 1, 1);
}
#endif
