// The allocators of GLib, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"g_malloc", i32 1, i32 0,
// SITES-DAG: !"g_slice_alloc", i32 1, i32 0,
// SITES-DAG: !"g_string_chunk_insert", i32 1, i32 1,
// NONE-NOT: !"g_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *g_malloc(void);
void *other(void) { return g_malloc(); }
#else
typedef void *gpointer; typedef const void *gconstpointer; typedef size_t gsize; typedef char gchar; typedef unsigned guint; typedef struct c GStringChunk;
gpointer Old; const char *Text; GStringChunk *C;

gpointer g_malloc(gsize);
gpointer g_malloc0(gsize);
gpointer g_try_malloc(gsize);
gpointer g_try_malloc0(gsize);
gpointer g_malloc_n(gsize, gsize);
gpointer g_malloc0_n(gsize, gsize);
gpointer g_try_malloc_n(gsize, gsize);
gpointer g_try_malloc0_n(gsize, gsize);
gpointer g_realloc(gpointer, gsize);
gpointer g_try_realloc(gpointer, gsize);
gpointer g_realloc_n(gpointer, gsize, gsize);
gpointer g_try_realloc_n(gpointer, gsize, gsize);
gpointer g_aligned_alloc(gsize, gsize, gsize);
gpointer g_aligned_alloc0(gsize, gsize, gsize);
gpointer g_memdup(gconstpointer, guint);
gpointer g_memdup2(gconstpointer, gsize);
gchar *g_strdup(const gchar *);
gchar *g_strndup(const gchar *, gsize);
void g_free(gpointer);
void g_aligned_free(gpointer);
gpointer g_slice_alloc(gsize);
gpointer g_slice_alloc0(gsize);
gpointer g_slice_copy(gsize, gconstpointer);
void g_slice_free1(gsize, gpointer);
gchar *g_string_chunk_insert(GStringChunk *, const gchar *);
GStringChunk *g_string_chunk_new(gsize);
void g_string_chunk_clear(GStringChunk *);
void g_string_chunk_free(GStringChunk *);
char *g_strdup_inline(const char *);
void g_free_sized(void *, size_t);
void g_aligned_free_sized(void *, size_t, size_t);
void g_slice_free_chain_with_offset(size_t, void *, size_t);
void *g_rc_box_alloc(size_t);
void *g_rc_box_alloc0(size_t);
void *g_rc_box_dup(size_t, const void *);
void *g_atomic_rc_box_alloc(size_t);
void *g_atomic_rc_box_alloc0(size_t);
void *g_atomic_rc_box_dup(size_t, const void *);
void g_rc_box_release(void *);
void g_rc_box_release_full(void *, void (*)(void *));
void g_atomic_rc_box_release(void *);
void g_atomic_rc_box_release_full(void *, void (*)(void *));

// CHECK-LABEL: define {{.*}}@use_g_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_g_malloc(void) { g_malloc(101); }
// CHECK-LABEL: define {{.*}}@use_g_malloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_g_malloc0(void) { g_malloc0(102); }
// CHECK-LABEL: define {{.*}}@use_g_try_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_g_try_malloc(void) { g_try_malloc(103); }
// CHECK-LABEL: define {{.*}}@use_g_try_malloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_g_try_malloc0(void) { g_try_malloc0(104); }
// CHECK-LABEL: define {{.*}}@use_g_malloc_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_g_malloc_n(void) { g_malloc_n(3, 7); }
// CHECK-LABEL: define {{.*}}@use_g_malloc0_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
void use_g_malloc0_n(void) { g_malloc0_n(3, 8); }
// CHECK-LABEL: define {{.*}}@use_g_try_malloc_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 27)
void use_g_try_malloc_n(void) { g_try_malloc_n(3, 9); }
// CHECK-LABEL: define {{.*}}@use_g_try_malloc0_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 30)
void use_g_try_malloc0_n(void) { g_try_malloc0_n(3, 10); }
// CHECK-LABEL: define {{.*}}@use_g_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_g_realloc(void) { g_realloc(Old, 105); }
// CHECK-LABEL: define {{.*}}@use_g_try_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_g_try_realloc(void) { g_try_realloc(Old, 106); }
// CHECK-LABEL: define {{.*}}@use_g_realloc_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 28)
void use_g_realloc_n(void) { g_realloc_n(Old, 4, 7); }
// CHECK-LABEL: define {{.*}}@use_g_try_realloc_n(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 32)
void use_g_try_realloc_n(void) { g_try_realloc_n(Old, 4, 8); }
// CHECK-LABEL: define {{.*}}@use_g_aligned_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 36)
void use_g_aligned_alloc(void) { g_aligned_alloc(4, 9, 64); }
// CHECK-LABEL: define {{.*}}@use_g_aligned_alloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 40)
void use_g_aligned_alloc0(void) { g_aligned_alloc0(4, 10, 64); }
// CHECK-LABEL: define {{.*}}@use_g_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_g_memdup(void) { g_memdup(Old, 107); }
// CHECK-LABEL: define {{.*}}@use_g_memdup2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_g_memdup2(void) { g_memdup2(Old, 108); }
// CHECK-LABEL: define {{.*}}@use_g_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_g_strdup(void) { g_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_g_strndup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_g_strndup(void) { g_strndup(Text, 109); }
// CHECK-LABEL: define {{.*}}@use_g_slice_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_g_slice_alloc(void) { g_slice_alloc(121); }
// CHECK-LABEL: define {{.*}}@use_g_slice_alloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_g_slice_alloc0(void) { g_slice_alloc0(122); }
// CHECK-LABEL: define {{.*}}@use_g_slice_copy(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 123)
void use_g_slice_copy(void) { g_slice_copy(123, Old); }
// CHECK-LABEL: define {{.*}}@use_g_string_chunk_insert(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_g_string_chunk_insert(void) { g_string_chunk_insert(C, Text); }
// CHECK-LABEL: define {{.*}}@use_g_strdup_inline(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_g_strdup_inline(void) { g_strdup_inline(Text); }
// CHECK-LABEL: define {{.*}}@use_g_rc_box_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 131)
void use_g_rc_box_alloc(void) { g_rc_box_alloc(131); }
// CHECK-LABEL: define {{.*}}@use_g_rc_box_alloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_g_rc_box_alloc0(void) { g_rc_box_alloc0(132); }
// CHECK-LABEL: define {{.*}}@use_g_rc_box_dup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 133)
void use_g_rc_box_dup(void) { g_rc_box_dup(133, Old); }
// CHECK-LABEL: define {{.*}}@use_g_atomic_rc_box_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 134)
void use_g_atomic_rc_box_alloc(void) { g_atomic_rc_box_alloc(134); }
// CHECK-LABEL: define {{.*}}@use_g_atomic_rc_box_alloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 135)
void use_g_atomic_rc_box_alloc0(void) { g_atomic_rc_box_alloc0(135); }
// CHECK-LABEL: define {{.*}}@use_g_atomic_rc_box_dup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 136)
void use_g_atomic_rc_box_dup(void) { g_atomic_rc_box_dup(136, Old); }

void others(void) {
  g_free(Old);
  g_aligned_free(Old);
  g_slice_free1(121, Old);
  g_string_chunk_new(64);
  g_string_chunk_clear(C);
  g_string_chunk_free(C);
  g_free_sized(Old, 5);
  g_aligned_free_sized(Old, 64, 5);
  g_slice_free_chain_with_offset(5, Old, 0);
  g_rc_box_release(Old);
  g_rc_box_release_full(Old, 0);
  g_atomic_rc_box_release(Old);
  g_atomic_rc_box_release_full(Old, 0);
}
#endif
