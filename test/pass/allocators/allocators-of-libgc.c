// The allocators of libgc, without the attributes that its headers give them, are counted
// with the bytes that a call asks for; what frees or empties is no site, and neither is a
// function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"GC_malloc", i32 1, i32 0,
// NONE-NOT: !"GC_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *GC_malloc(void *, size_t);
void *other(void) { return GC_malloc(0, 0); }
#else
typedef struct cl closure; typedef size_t GC_descr;
typedef int wide; closure *C; void *Old, *D; wide W[] = {1, 2, 3, 0};

void *GC_malloc(size_t);
void *GC_malloc_atomic(size_t);
void *GC_malloc_uncollectable(size_t);
void *GC_malloc_atomic_uncollectable(size_t);
void *GC_malloc_stubborn(size_t);
void *GC_malloc_ignore_off_page(size_t);
void *GC_malloc_atomic_ignore_off_page(size_t);
void *GC_debug_malloc_replacement(size_t);
void *GC_malloc_kind(size_t, int);
void *GC_malloc_kind_global(size_t, int);
void *GC_generic_malloc(size_t, int);
void *GC_generic_malloc_ignore_off_page(size_t, int);
void *GC_generic_malloc_uncollectable(size_t, int);
void *GC_generic_or_special_malloc(size_t, int);
void *GC_malloc_explicitly_typed(size_t, GC_descr);
void *GC_malloc_explicitly_typed_ignore_off_page(size_t, GC_descr);
void *GC_calloc_explicitly_typed(size_t, size_t, GC_descr);
void *GC_gcj_malloc(size_t, void *);
void *GC_gcj_malloc_ignore_off_page(size_t, void *);
void *GC_finalized_malloc(size_t, const closure *);
void *GC_realloc(void *, size_t);
void *GC_debug_realloc_replacement(void *, size_t);
void *GC_memalign(size_t, size_t);
int GC_posix_memalign(void **, size_t, size_t);
char *GC_strdup(const char *);
char *GC_strndup(const char *, size_t);
wide *GC_wcsdup(const wide *);
void *GC_debug_malloc(size_t, const char *, int);
void *GC_debug_malloc_atomic(size_t, const char *, int);
void *GC_debug_malloc_uncollectable(size_t, const char *, int);
void *GC_debug_malloc_atomic_uncollectable(size_t, const char *, int);
void *GC_debug_malloc_stubborn(size_t, const char *, int);
void *GC_debug_malloc_ignore_off_page(size_t, const char *, int);
void *GC_debug_malloc_atomic_ignore_off_page(size_t, const char *, int);
void *GC_debug_generic_or_special_malloc(size_t, int, const char *, int);
void *GC_debug_gcj_malloc(size_t, void *, const char *, int);
void *GC_debug_realloc(void *, size_t, const char *, int);
char *GC_debug_strdup(const char *, const char *, int);
char *GC_debug_strndup(const char *, size_t, const char *, int);
wide *GC_debug_wcsdup(const wide *, const char *, int);
void GC_free(void *);
void GC_debug_free(void *);
void GC_debug_free_replacement(void *);

// CHECK-LABEL: define {{.*}}@use_GC_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_GC_malloc(void) { GC_malloc(101); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_atomic(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_GC_malloc_atomic(void) { GC_malloc_atomic(102); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_uncollectable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_GC_malloc_uncollectable(void) { GC_malloc_uncollectable(103); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_atomic_uncollectable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_GC_malloc_atomic_uncollectable(void) { GC_malloc_atomic_uncollectable(104); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_stubborn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_GC_malloc_stubborn(void) { GC_malloc_stubborn(105); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_GC_malloc_ignore_off_page(void) { GC_malloc_ignore_off_page(106); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_atomic_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_GC_malloc_atomic_ignore_off_page(void) { GC_malloc_atomic_ignore_off_page(107); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_replacement(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_GC_debug_malloc_replacement(void) { GC_debug_malloc_replacement(108); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_kind(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_GC_malloc_kind(void) { GC_malloc_kind(111, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_kind_global(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_GC_malloc_kind_global(void) { GC_malloc_kind_global(112, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_generic_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_GC_generic_malloc(void) { GC_generic_malloc(113, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_generic_malloc_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_GC_generic_malloc_ignore_off_page(void) { GC_generic_malloc_ignore_off_page(114, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_generic_malloc_uncollectable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_GC_generic_malloc_uncollectable(void) { GC_generic_malloc_uncollectable(115, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_generic_or_special_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 116)
void use_GC_generic_or_special_malloc(void) { GC_generic_or_special_malloc(116, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_explicitly_typed(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_GC_malloc_explicitly_typed(void) { GC_malloc_explicitly_typed(121, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_malloc_explicitly_typed_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_GC_malloc_explicitly_typed_ignore_off_page(void) { GC_malloc_explicitly_typed_ignore_off_page(122, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_calloc_explicitly_typed(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 246)
void use_GC_calloc_explicitly_typed(void) { GC_calloc_explicitly_typed(2, 123, 1); }
// CHECK-LABEL: define {{.*}}@use_GC_gcj_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 124)
void use_GC_gcj_malloc(void) { GC_gcj_malloc(124, D); }
// CHECK-LABEL: define {{.*}}@use_GC_gcj_malloc_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 125)
void use_GC_gcj_malloc_ignore_off_page(void) { GC_gcj_malloc_ignore_off_page(125, D); }
// CHECK-LABEL: define {{.*}}@use_GC_finalized_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 126)
void use_GC_finalized_malloc(void) { GC_finalized_malloc(126, C); }
// CHECK-LABEL: define {{.*}}@use_GC_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 127)
void use_GC_realloc(void) { GC_realloc(Old, 127); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_realloc_replacement(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 128)
void use_GC_debug_realloc_replacement(void) { GC_debug_realloc_replacement(Old, 128); }
// CHECK-LABEL: define {{.*}}@use_GC_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 129)
void use_GC_memalign(void) { GC_memalign(64, 129); }
// CHECK-LABEL: define {{.*}}@use_GC_posix_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 130)
void use_GC_posix_memalign(void) { GC_posix_memalign(&Old, 64, 130); }
// CHECK-LABEL: define {{.*}}@use_GC_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_GC_strdup(void) { GC_strdup("abcd"); }
// CHECK-LABEL: define {{.*}}@use_GC_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_GC_strndup(void) { GC_strndup("abcd", 3); }
// CHECK-LABEL: define {{.*}}@use_GC_wcsdup(
// CHECK: call i64 @wcslen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_GC_wcsdup(void) { GC_wcsdup(W); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 131)
void use_GC_debug_malloc(void) { GC_debug_malloc(131, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_atomic(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_GC_debug_malloc_atomic(void) { GC_debug_malloc_atomic(132, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_uncollectable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 133)
void use_GC_debug_malloc_uncollectable(void) { GC_debug_malloc_uncollectable(133, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_atomic_uncollectable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 134)
void use_GC_debug_malloc_atomic_uncollectable(void) { GC_debug_malloc_atomic_uncollectable(134, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_stubborn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 135)
void use_GC_debug_malloc_stubborn(void) { GC_debug_malloc_stubborn(135, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 136)
void use_GC_debug_malloc_ignore_off_page(void) { GC_debug_malloc_ignore_off_page(136, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_malloc_atomic_ignore_off_page(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 137)
void use_GC_debug_malloc_atomic_ignore_off_page(void) { GC_debug_malloc_atomic_ignore_off_page(137, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_generic_or_special_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 138)
void use_GC_debug_generic_or_special_malloc(void) { GC_debug_generic_or_special_malloc(138, 1, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_gcj_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 139)
void use_GC_debug_gcj_malloc(void) { GC_debug_gcj_malloc(139, D, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 140)
void use_GC_debug_realloc(void) { GC_debug_realloc(Old, 140, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_GC_debug_strdup(void) { GC_debug_strdup("abcd", "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_GC_debug_strndup(void) { GC_debug_strndup("abcd", 3, "f", 1); }
// CHECK-LABEL: define {{.*}}@use_GC_debug_wcsdup(
// CHECK: call i64 @wcslen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_GC_debug_wcsdup(void) { GC_debug_wcsdup(W, "f", 1); }

void others(void) {
  GC_free(Old);
  GC_debug_free(Old);
  GC_debug_free_replacement(Old);
}
#endif
