// The allocators of OpenLDAP, as its headers declare them, are counted with the bytes that a
// call asks for; what frees is no site, nor what is a wrapper, and neither is a function of the
// same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"ch_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *ch_malloc(size_t, const char *);
void *other(void) { return ch_malloc(1, "here"); }
#else
struct berval;
void *Context, *Old; char Text[9]; struct berval *Value;

void *ber_memalloc(size_t);
void *ber_memalloc_x(size_t, void *);
void *ber_memcalloc(size_t, size_t);
void *ber_memcalloc_x(size_t, size_t, void *);
void *ber_memrealloc(void *, size_t);
void *ber_memrealloc_x(void *, size_t, void *);
char *ber_strdup(const char *);
char *ber_strdup_x(const char *, void *);
char *ber_strndup(const char *, size_t);
char *ber_strndup_x(const char *, size_t, void *);
void *ch_malloc(size_t);
void *ch_calloc(size_t, size_t);
void *ch_realloc(void *, size_t);
char *ch_strdup(const char *);
void *slap_sl_malloc(size_t, void *);
void *slap_sl_calloc(size_t, size_t, void *);
void *slap_sl_realloc(void *, size_t, void *);
struct berval *ber_dupbv(struct berval *, struct berval *);
struct berval *ber_dupbv_x(struct berval *, struct berval *, void *);
struct berval *ber_bvdup(struct berval *);
struct berval *ber_str2bv(const char *, size_t, int, struct berval *);
struct berval *ber_str2bv_x(const char *, size_t, int, struct berval *, void *);
struct berval *ber_mem2bv(const char *, size_t, int, struct berval *);
struct berval *ber_mem2bv_x(const char *, size_t, int, struct berval *, void *);
void ber_memfree(void *);
void ber_memfree_x(void *, void *);
void ch_free(void *);
void slap_sl_free(void *, void *);

// CHECK-LABEL: define {{.*}}@use_ber_memalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_ber_memalloc(void) { ber_memalloc(101); }
// CHECK-LABEL: define {{.*}}@use_ber_memalloc_x(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_ber_memalloc_x(void) { ber_memalloc_x(102, Context); }
// CHECK-LABEL: define {{.*}}@use_ber_memcalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_ber_memcalloc(void) { ber_memcalloc(3, 35); }
// CHECK-LABEL: define {{.*}}@use_ber_memcalloc_x(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_ber_memcalloc_x(void) { ber_memcalloc_x(2, 53, Context); }
// CHECK-LABEL: define {{.*}}@use_ber_memrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_ber_memrealloc(void) { ber_memrealloc(Old, 107); }
// CHECK-LABEL: define {{.*}}@use_ber_memrealloc_x(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_ber_memrealloc_x(void) { ber_memrealloc_x(Old, 108, Context); }
// CHECK-LABEL: define {{.*}}@use_ber_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_ber_strdup(void) { ber_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_ber_strdup_x(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_ber_strdup_x(void) { ber_strdup_x(Text, Context); }
// CHECK-LABEL: define {{.*}}@use_ber_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_ber_strndup(void) { ber_strndup(Text, 4); }
// CHECK-LABEL: define {{.*}}@use_ber_strndup_x(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_ber_strndup_x(void) { ber_strndup_x(Text, 4, Context); }
// CHECK-LABEL: define {{.*}}@use_ch_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_ch_malloc(void) { ch_malloc(109); }
// CHECK-LABEL: define {{.*}}@use_ch_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_ch_calloc(void) { ch_calloc(2, 55); }
// CHECK-LABEL: define {{.*}}@use_ch_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_ch_realloc(void) { ch_realloc(Old, 111); }
// CHECK-LABEL: define {{.*}}@use_ch_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_ch_strdup(void) { ch_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_slap_sl_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_slap_sl_malloc(void) { slap_sl_malloc(112, Context); }
// CHECK-LABEL: define {{.*}}@use_slap_sl_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_slap_sl_calloc(void) { slap_sl_calloc(2, 57, Context); }
// CHECK-LABEL: define {{.*}}@use_slap_sl_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_slap_sl_realloc(void) { slap_sl_realloc(Old, 115, Context); }

void others(void) {
  ber_dupbv(NULL, Value);
  ber_dupbv_x(NULL, Value, Context);
  ber_bvdup(Value);
  ber_str2bv(Text, 0, 1, NULL);
  ber_str2bv_x(Text, 0, 1, NULL, Context);
  ber_mem2bv(Text, 4, 1, NULL);
  ber_mem2bv_x(Text, 4, 1, NULL, Context);
  ber_memfree(Old);
  ber_memfree_x(Old, Context);
  ch_free(Old);
  slap_sl_free(Old, Context);
}
#endif
