// The allocators of jemalloc and tcmalloc where their functions have names of their own, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"je_malloc", i32 1, i32 0,
// SITES-DAG: !"tc_malloc", i32 1, i32 0,
// NONE-NOT: !"je_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *je_malloc(void *);
void *other(void) { return je_malloc(0); }
#else
void *Old, *Out;

void *je_malloc(size_t);
void *je_calloc(size_t, size_t);
void *je_realloc(void *, size_t);
int je_posix_memalign(void **, size_t, size_t);
void *je_aligned_alloc(size_t, size_t);
void *je_memalign(size_t, size_t);
void *je_valloc(size_t);
void *je_mallocx(size_t, int);
void *je_rallocx(void *, size_t, int);
void *mallocx(size_t, int);
void *rallocx(void *, size_t, int);
void *_rjem_malloc(size_t);
void *_rjem_calloc(size_t, size_t);
void *_rjem_realloc(void *, size_t);
void *_rjem_mallocx(size_t, int);
void *_rjem_rallocx(void *, size_t, int);
void _rjem_free(void *);
void _rjem_dallocx(void *, int);
void _rjem_sdallocx(void *, size_t, int);
void je_free(void *);
void je_dallocx(void *, int);
void je_sdallocx(void *, size_t, int);
void *tc_malloc(size_t);
void *tc_calloc(size_t, size_t);
void *tc_realloc(void *, size_t);
void *tc_memalign(size_t, size_t);
int tc_posix_memalign(void **, size_t, size_t);
void *tc_valloc(size_t);
void *tc_pvalloc(size_t);
void *tc_new(size_t);
void *tc_newarray(size_t);
void tc_free(void *);
void dallocx(void *, int);
void sdallocx(void *, size_t, int);
void *tc_new_nothrow(size_t, const void *);
void *tc_newarray_nothrow(size_t, const void *);
void *tc_new_aligned(size_t, size_t);
void *tc_newarray_aligned(size_t, size_t);
void *tc_new_aligned_nothrow(size_t, size_t, const void *);
void *tc_newarray_aligned_nothrow(size_t, size_t, const void *);
void *tc_malloc_skip_new_handler(size_t);
void tc_cfree(void *);
void tc_free_sized(void *, size_t);
void tc_delete(void *);
void tc_delete_nothrow(void *, const void *);
void tc_delete_sized(void *, size_t);
void tc_delete_aligned(void *, size_t);
void tc_delete_aligned_nothrow(void *, size_t, const void *);
void tc_delete_sized_aligned(void *, size_t, size_t);
void tc_deletearray(void *);
void tc_deletearray_nothrow(void *, const void *);
void tc_deletearray_sized(void *, size_t);
void tc_deletearray_aligned(void *, size_t);
void tc_deletearray_aligned_nothrow(void *, size_t, const void *);
void tc_deletearray_sized_aligned(void *, size_t, size_t);

// CHECK-LABEL: define {{.*}}@use_rjem_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 201)
void use_rjem_malloc(void) { _rjem_malloc(201); }
// CHECK-LABEL: define {{.*}}@use_rjem_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 27)
void use_rjem_calloc(void) { _rjem_calloc(3, 9); }
// CHECK-LABEL: define {{.*}}@use_rjem_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 202)
void use_rjem_realloc(void) { _rjem_realloc(Old, 202); }
// CHECK-LABEL: define {{.*}}@use_rjem_mallocx(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 203)
void use_rjem_mallocx(void) { _rjem_mallocx(203, 4); }
// CHECK-LABEL: define {{.*}}@use_rjem_rallocx(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 204)
void use_rjem_rallocx(void) { _rjem_rallocx(Old, 204, 4); }
// CHECK-LABEL: define {{.*}}@use_je_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_je_malloc(void) { je_malloc(101); }
// CHECK-LABEL: define {{.*}}@use_je_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_je_calloc(void) { je_calloc(3, 7); }
// CHECK-LABEL: define {{.*}}@use_je_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_je_realloc(void) { je_realloc(Old, 102); }
// CHECK-LABEL: define {{.*}}@use_je_posix_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_je_posix_memalign(void) { je_posix_memalign(&Out, 64, 103); }
// CHECK-LABEL: define {{.*}}@use_je_aligned_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_je_aligned_alloc(void) { je_aligned_alloc(64, 104); }
// CHECK-LABEL: define {{.*}}@use_je_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_je_memalign(void) { je_memalign(64, 105); }
// CHECK-LABEL: define {{.*}}@use_je_valloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_je_valloc(void) { je_valloc(106); }
// CHECK-LABEL: define {{.*}}@use_je_mallocx(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_je_mallocx(void) { je_mallocx(107, 4); }
// CHECK-LABEL: define {{.*}}@use_je_rallocx(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_je_rallocx(void) { je_rallocx(Old, 108, 4); }
// CHECK-LABEL: define {{.*}}@use_mallocx(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_mallocx(void) { mallocx(109, 4); }
// CHECK-LABEL: define {{.*}}@use_rallocx(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_rallocx(void) { rallocx(Old, 110, 4); }
// CHECK-LABEL: define {{.*}}@use_tc_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_tc_malloc(void) { tc_malloc(121); }
// CHECK-LABEL: define {{.*}}@use_tc_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
void use_tc_calloc(void) { tc_calloc(3, 8); }
// CHECK-LABEL: define {{.*}}@use_tc_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_tc_realloc(void) { tc_realloc(Old, 122); }
// CHECK-LABEL: define {{.*}}@use_tc_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 123)
void use_tc_memalign(void) { tc_memalign(64, 123); }
// CHECK-LABEL: define {{.*}}@use_tc_posix_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 124)
void use_tc_posix_memalign(void) { tc_posix_memalign(&Out, 64, 124); }
// CHECK-LABEL: define {{.*}}@use_tc_valloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 125)
void use_tc_valloc(void) { tc_valloc(125); }
// CHECK-LABEL: define {{.*}}@use_tc_pvalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 126)
void use_tc_pvalloc(void) { tc_pvalloc(126); }
// CHECK-LABEL: define {{.*}}@use_tc_new(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 127)
void use_tc_new(void) { tc_new(127); }
// CHECK-LABEL: define {{.*}}@use_tc_newarray(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 128)
void use_tc_newarray(void) { tc_newarray(128); }
// CHECK-LABEL: define {{.*}}@use_tc_new_nothrow(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 131)
void use_tc_new_nothrow(void) { tc_new_nothrow(131, Old); }
// CHECK-LABEL: define {{.*}}@use_tc_newarray_nothrow(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_tc_newarray_nothrow(void) { tc_newarray_nothrow(132, Old); }
// CHECK-LABEL: define {{.*}}@use_tc_new_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 133)
void use_tc_new_aligned(void) { tc_new_aligned(133, 64); }
// CHECK-LABEL: define {{.*}}@use_tc_newarray_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 134)
void use_tc_newarray_aligned(void) { tc_newarray_aligned(134, 64); }
// CHECK-LABEL: define {{.*}}@use_tc_new_aligned_nothrow(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 135)
void use_tc_new_aligned_nothrow(void) { tc_new_aligned_nothrow(135, 64, Old); }
// CHECK-LABEL: define {{.*}}@use_tc_newarray_aligned_nothrow(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 136)
void use_tc_newarray_aligned_nothrow(void) { tc_newarray_aligned_nothrow(136, 64, Old); }
// CHECK-LABEL: define {{.*}}@use_tc_malloc_skip_new_handler(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 137)
void use_tc_malloc_skip_new_handler(void) { tc_malloc_skip_new_handler(137); }

void others(void) {
  _rjem_free(Old);
  _rjem_dallocx(Old, 4);
  _rjem_sdallocx(Old, 5, 4);
  je_free(Old);
  je_dallocx(Old, 4);
  je_sdallocx(Old, 5, 4);
  tc_free(Old);
  dallocx(Old, 4);
  sdallocx(Old, 5, 4);
  tc_cfree(Old);
  tc_free_sized(Old, 5);
  tc_delete(Old);
  tc_delete_nothrow(Old, Old);
  tc_delete_sized(Old, 5);
  tc_delete_aligned(Old, 64);
  tc_delete_aligned_nothrow(Old, 64, Old);
  tc_delete_sized_aligned(Old, 5, 64);
  tc_deletearray(Old);
  tc_deletearray_nothrow(Old, Old);
  tc_deletearray_sized(Old, 5);
  tc_deletearray_aligned(Old, 64);
  tc_deletearray_aligned_nothrow(Old, 64, Old);
  tc_deletearray_sized_aligned(Old, 5, 64);
}
#endif
