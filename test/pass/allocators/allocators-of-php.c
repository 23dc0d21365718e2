// The allocators of PHP, as its headers declare them, also in a build with ZEND_DEBUG,
// are counted with the bytes that a call asks for; what frees is no site, nor what is a
// wrapper, and neither is a function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DZEND_DEBUG %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"_emalloc", i32 1, i32
// NONE-NOT: !"zend_arena_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *_emalloc(void);
void *other_emalloc(void) { return _emalloc(); }
void *zend_arena_alloc(size_t);
void *other_zend_arena_alloc(void) { return zend_arena_alloc(1); }
#else
typedef struct h zend_mm_heap; typedef struct a zend_arena;
zend_mm_heap *H; zend_arena *A; void *Old; char Text[9];

#ifndef ZEND_DEBUG
#define DC
#define CC
#else
#define DC , const char *, unsigned, const char *, unsigned
#define CC , __FILE__, __LINE__, 0, 0
#endif
void *_emalloc(size_t DC);
void *_emalloc_8(void);
void *_emalloc_16(void);
void *_emalloc_24(void);
void *_emalloc_32(void);
void *_emalloc_40(void);
void *_emalloc_48(void);
void *_emalloc_56(void);
void *_emalloc_64(void);
void *_emalloc_80(void);
void *_emalloc_96(void);
void *_emalloc_112(void);
void *_emalloc_128(void);
void *_emalloc_160(void);
void *_emalloc_192(void);
void *_emalloc_224(void);
void *_emalloc_256(void);
void *_emalloc_320(void);
void *_emalloc_384(void);
void *_emalloc_448(void);
void *_emalloc_512(void);
void *_emalloc_640(void);
void *_emalloc_768(void);
void *_emalloc_896(void);
void *_emalloc_1024(void);
void *_emalloc_1280(void);
void *_emalloc_1536(void);
void *_emalloc_1792(void);
void *_emalloc_2048(void);
void *_emalloc_2560(void);
void *_emalloc_3072(void);
void *_emalloc_large(size_t);
void *_emalloc_huge(size_t);
void *_safe_emalloc(size_t, size_t, size_t DC);
void *_safe_malloc(size_t, size_t, size_t);
void *_ecalloc(size_t, size_t DC);
void *_erealloc(void *, size_t DC);
void *_erealloc2(void *, size_t, size_t DC);
void *_safe_erealloc(void *, size_t, size_t, size_t DC);
void *_safe_realloc(void *, size_t, size_t, size_t);
char *_estrdup(const char *DC);
char *_estrndup(const char *, size_t DC);
void *_zend_mm_alloc(zend_mm_heap *, size_t DC);
void *_zend_mm_realloc(zend_mm_heap *, void *, size_t DC);
void *_zend_mm_realloc2(zend_mm_heap *, void *, size_t, size_t DC);
void *__zend_malloc(size_t);
void *__zend_calloc(size_t, size_t);
void *__zend_realloc(void *, size_t);
char *__zend_strdup(const char *);
char *zend_strndup(const char *, size_t);
void *zend_arena_alloc(zend_arena **, size_t);
void *zend_arena_calloc(zend_arena **, size_t, size_t);
zend_arena *zend_arena_create(size_t);
void zend_arena_destroy(zend_arena *);
void _efree(void *DC);
void _efree_8(void *);
void _efree_16(void *);
void _efree_24(void *);
void _efree_32(void *);
void _efree_40(void *);
void _efree_48(void *);
void _efree_56(void *);
void _efree_64(void *);
void _efree_80(void *);
void _efree_96(void *);
void _efree_112(void *);
void _efree_128(void *);
void _efree_160(void *);
void _efree_192(void *);
void _efree_224(void *);
void _efree_256(void *);
void _efree_320(void *);
void _efree_384(void *);
void _efree_448(void *);
void _efree_512(void *);
void _efree_640(void *);
void _efree_768(void *);
void _efree_896(void *);
void _efree_1024(void *);
void _efree_1280(void *);
void _efree_1536(void *);
void _efree_1792(void *);
void _efree_2048(void *);
void _efree_2560(void *);
void _efree_3072(void *);
void _efree_large(void *, size_t);
void _efree_huge(void *, size_t);
void _zend_mm_free(zend_mm_heap *, void *DC);

// In place of their own parameters.
void *zend_string_alloc(void *);
void *zend_string_safe_alloc(void *);
void *zend_string_init(void *);
void *zend_string_init_fast(void *);
void *zend_string_dup(void *);
void *zend_string_separate(void *);
void *zend_string_realloc(void *);
void *zend_string_extend(void *);
void *zend_string_truncate(void *);
void *zend_string_safe_realloc(void *);
void *zend_string_concat2(void *);
void *zend_string_concat3(void *);
void *smart_str_alloc(void *);
void *smart_str_erealloc(void *);
void *smart_str_realloc(void *);
void *smart_str_extend(void *);
void *smart_str_extend_ex(void *);
void *smart_str_append(void *);
void *smart_str_append_ex(void *);
void *smart_str_appendc(void *);
void *smart_str_appendc_ex(void *);
void *smart_str_appendl(void *);
void *smart_str_appendl_ex(void *);
void *smart_str_appends(void *);
void *smart_str_appends_ex(void *);
void *smart_str_append_long(void *);
void *smart_str_append_long_ex(void *);
void *smart_str_append_unsigned(void *);
void *smart_str_append_unsigned_ex(void *);
void *smart_str_append_smart_str(void *);
void *smart_str_append_smart_str_ex(void *);
void *zend_hash_do_resize(void *);
void *zend_hash_real_init(void *);
void *zend_hash_real_init_ex(void *);
void *zend_hash_real_init_packed(void *);
void *zend_hash_real_init_packed_ex(void *);
void *zend_hash_real_init_mixed(void *);
void *zend_hash_real_init_mixed_ex(void *);
void *zend_hash_packed_grow(void *);
void *zend_hash_packed_to_hash(void *);
void *zend_hash_extend(void *);
void *zend_hash_lookup(void *);
void *zend_hash_add(void *);
void *zend_hash_add_new(void *);
void *zend_hash_add_or_update(void *);
void *zend_hash_add_empty_element(void *);
void *zend_hash_update(void *);
void *zend_hash_update_ind(void *);
void *zend_hash_str_add(void *);
void *zend_hash_str_add_new(void *);
void *zend_hash_str_add_or_update(void *);
void *zend_hash_str_add_empty_element(void *);
void *zend_hash_str_update(void *);
void *zend_hash_str_update_ind(void *);
void *zend_hash_index_lookup(void *);
void *zend_hash_index_add(void *);
void *zend_hash_index_add_new(void *);
void *zend_hash_index_add_or_update(void *);
void *zend_hash_index_add_empty_element(void *);
void *zend_hash_index_update(void *);
void *zend_hash_next_index_insert(void *);
void *zend_hash_next_index_insert_new(void *);
void *_zend_hash_add_or_update_i(void *);
void *_zend_hash_str_add_or_update_i(void *);
void *_zend_hash_index_add_or_update_i(void *);
void *_zend_new_array(void *);
void *_zend_new_array_0(void *);
void *zend_object_alloc(void *);
void *zend_ast_alloc(void *);

// CHECK-LABEL: define {{.*}}@use_emalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_emalloc(void) { _emalloc(101 CC); }
// CHECK-LABEL: define {{.*}}@use_emalloc_8(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 8)
void use_emalloc_8(void) { _emalloc_8(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_16(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 16)
void use_emalloc_16(void) { _emalloc_16(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_24(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
void use_emalloc_24(void) { _emalloc_24(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_32(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 32)
void use_emalloc_32(void) { _emalloc_32(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_40(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 40)
void use_emalloc_40(void) { _emalloc_40(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_48(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 48)
void use_emalloc_48(void) { _emalloc_48(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_56(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_emalloc_56(void) { _emalloc_56(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_64(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 64)
void use_emalloc_64(void) { _emalloc_64(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_80(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 80)
void use_emalloc_80(void) { _emalloc_80(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_96(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 96)
void use_emalloc_96(void) { _emalloc_96(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_112(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_emalloc_112(void) { _emalloc_112(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_128(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 128)
void use_emalloc_128(void) { _emalloc_128(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_160(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 160)
void use_emalloc_160(void) { _emalloc_160(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_192(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 192)
void use_emalloc_192(void) { _emalloc_192(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_224(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 224)
void use_emalloc_224(void) { _emalloc_224(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_256(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 256)
void use_emalloc_256(void) { _emalloc_256(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_320(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 320)
void use_emalloc_320(void) { _emalloc_320(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_384(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 384)
void use_emalloc_384(void) { _emalloc_384(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_448(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 448)
void use_emalloc_448(void) { _emalloc_448(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_512(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 512)
void use_emalloc_512(void) { _emalloc_512(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_640(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 640)
void use_emalloc_640(void) { _emalloc_640(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_768(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 768)
void use_emalloc_768(void) { _emalloc_768(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_896(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 896)
void use_emalloc_896(void) { _emalloc_896(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_1024(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1024)
void use_emalloc_1024(void) { _emalloc_1024(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_1280(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1280)
void use_emalloc_1280(void) { _emalloc_1280(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_1536(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1536)
void use_emalloc_1536(void) { _emalloc_1536(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_1792(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1792)
void use_emalloc_1792(void) { _emalloc_1792(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_2048(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2048)
void use_emalloc_2048(void) { _emalloc_2048(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_2560(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2560)
void use_emalloc_2560(void) { _emalloc_2560(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_3072(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 3072)
void use_emalloc_3072(void) { _emalloc_3072(); }
// CHECK-LABEL: define {{.*}}@use_emalloc_large(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_emalloc_large(void) { _emalloc_large(132); }
// CHECK-LABEL: define {{.*}}@use_emalloc_huge(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 133)
void use_emalloc_huge(void) { _emalloc_huge(133); }
// CHECK-LABEL: define {{.*}}@use_ecalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ecalloc(void) { _ecalloc(3, 7 CC); }
// CHECK-LABEL: define {{.*}}@use_erealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 135)
void use_erealloc(void) { _erealloc(Old, 135 CC); }
// CHECK-LABEL: define {{.*}}@use_erealloc2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 136)
void use_erealloc2(void) { _erealloc2(Old, 136, 4 CC); }
// CHECK-LABEL: define {{.*}}@use_estrdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_estrdup(void) { _estrdup(Text CC); }
// CHECK-LABEL: define {{.*}}@use_estrndup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 138)
void use_estrndup(void) { _estrndup(Text, 137 CC); }
// CHECK-LABEL: define {{.*}}@use_zend_mm_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 139)
void use_zend_mm_alloc(void) { _zend_mm_alloc(H, 139 CC); }
// CHECK-LABEL: define {{.*}}@use_zend_mm_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 140)
void use_zend_mm_realloc(void) { _zend_mm_realloc(H, Old, 140 CC); }
// CHECK-LABEL: define {{.*}}@use_zend_mm_realloc2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 141)
void use_zend_mm_realloc2(void) { _zend_mm_realloc2(H, Old, 141, 4 CC); }
// CHECK-LABEL: define {{.*}}@use_zend_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 142)
void use_zend_malloc(void) { __zend_malloc(142); }
// CHECK-LABEL: define {{.*}}@use_zend_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_zend_calloc(void) { __zend_calloc(3, 7); }
// CHECK-LABEL: define {{.*}}@use_zend_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 144)
void use_zend_realloc(void) { __zend_realloc(Old, 144); }
// CHECK-LABEL: define {{.*}}@use_zend_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_zend_strdup(void) { __zend_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_zend_strndup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 146)
void use_zend_strndup(void) { zend_strndup(Text, 145); }
// CHECK-LABEL: define {{.*}}@use_zend_arena_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 147)
void use_zend_arena_alloc(void) { zend_arena_alloc(&A, 147); }
// CHECK-LABEL: define {{.*}}@use_zend_arena_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_zend_arena_calloc(void) { zend_arena_calloc(&A, 3, 7); }

void others(void) {
  _safe_emalloc(1, 2, 3 CC);
  _safe_malloc(1, 2, 3);
  _safe_erealloc(Old, 1, 2, 3 CC);
  _safe_realloc(Old, 1, 2, 3);
  _efree(Old CC);
  _efree_8(Old);
  _efree_16(Old);
  _efree_24(Old);
  _efree_32(Old);
  _efree_40(Old);
  _efree_48(Old);
  _efree_56(Old);
  _efree_64(Old);
  _efree_80(Old);
  _efree_96(Old);
  _efree_112(Old);
  _efree_128(Old);
  _efree_160(Old);
  _efree_192(Old);
  _efree_224(Old);
  _efree_256(Old);
  _efree_320(Old);
  _efree_384(Old);
  _efree_448(Old);
  _efree_512(Old);
  _efree_640(Old);
  _efree_768(Old);
  _efree_896(Old);
  _efree_1024(Old);
  _efree_1280(Old);
  _efree_1536(Old);
  _efree_1792(Old);
  _efree_2048(Old);
  _efree_2560(Old);
  _efree_3072(Old);
  _efree_large(Old, 1);
  _efree_huge(Old, 1);
  _zend_mm_free(H, Old CC);
  zend_arena_destroy(zend_arena_create(1));
  zend_string_alloc(Old);
  zend_string_safe_alloc(Old);
  zend_string_init(Old);
  zend_string_init_fast(Old);
  zend_string_dup(Old);
  zend_string_separate(Old);
  zend_string_realloc(Old);
  zend_string_extend(Old);
  zend_string_truncate(Old);
  zend_string_safe_realloc(Old);
  zend_string_concat2(Old);
  zend_string_concat3(Old);
  smart_str_alloc(Old);
  smart_str_erealloc(Old);
  smart_str_realloc(Old);
  smart_str_extend(Old);
  smart_str_extend_ex(Old);
  smart_str_append(Old);
  smart_str_append_ex(Old);
  smart_str_appendc(Old);
  smart_str_appendc_ex(Old);
  smart_str_appendl(Old);
  smart_str_appendl_ex(Old);
  smart_str_appends(Old);
  smart_str_appends_ex(Old);
  smart_str_append_long(Old);
  smart_str_append_long_ex(Old);
  smart_str_append_unsigned(Old);
  smart_str_append_unsigned_ex(Old);
  smart_str_append_smart_str(Old);
  smart_str_append_smart_str_ex(Old);
  zend_hash_do_resize(Old);
  zend_hash_real_init(Old);
  zend_hash_real_init_ex(Old);
  zend_hash_real_init_packed(Old);
  zend_hash_real_init_packed_ex(Old);
  zend_hash_real_init_mixed(Old);
  zend_hash_real_init_mixed_ex(Old);
  zend_hash_packed_grow(Old);
  zend_hash_packed_to_hash(Old);
  zend_hash_extend(Old);
  zend_hash_lookup(Old);
  zend_hash_add(Old);
  zend_hash_add_new(Old);
  zend_hash_add_or_update(Old);
  zend_hash_add_empty_element(Old);
  zend_hash_update(Old);
  zend_hash_update_ind(Old);
  zend_hash_str_add(Old);
  zend_hash_str_add_new(Old);
  zend_hash_str_add_or_update(Old);
  zend_hash_str_add_empty_element(Old);
  zend_hash_str_update(Old);
  zend_hash_str_update_ind(Old);
  zend_hash_index_lookup(Old);
  zend_hash_index_add(Old);
  zend_hash_index_add_new(Old);
  zend_hash_index_add_or_update(Old);
  zend_hash_index_add_empty_element(Old);
  zend_hash_index_update(Old);
  zend_hash_next_index_insert(Old);
  zend_hash_next_index_insert_new(Old);
  _zend_hash_add_or_update_i(Old);
  _zend_hash_str_add_or_update_i(Old);
  _zend_hash_index_add_or_update_i(Old);
  _zend_new_array(Old);
  _zend_new_array_0(Old);
  zend_object_alloc(Old);
  zend_ast_alloc(Old);
}
#endif
