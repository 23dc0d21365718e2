// The allocators of FFmpeg, as its headers declare them, are counted
// with the bytes that a call asks for; what frees or empties is no site, and neither is a
// function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"av_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *av_malloc(void *, size_t);
void *other_av_malloc(void) { return av_malloc(0, 1); }
#else
void *Old; char Text[9];

void *av_malloc(size_t);
void *av_mallocz(size_t);
void *av_malloc_array(size_t, size_t);
void *av_mallocz_array(size_t, size_t);
void *av_calloc(size_t, size_t);
void *av_realloc(void *, size_t);
void *av_realloc_f(void *, size_t, size_t);
void *av_realloc_array(void *, size_t, size_t);
int av_reallocp(void *, size_t);
int av_reallocp_array(void *, size_t, size_t);
char *av_strdup(const char *);
char *av_strndup(const char *, size_t);
void *av_memdup(const void *, size_t);
void av_free(void *);
void av_freep(void *);

// CHECK-LABEL: define {{.*}}@use_av_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_av_malloc(void) { av_malloc(101); }
// CHECK-LABEL: define {{.*}}@use_av_mallocz(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_av_mallocz(void) { av_mallocz(102); }
// CHECK-LABEL: define {{.*}}@use_av_malloc_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 206)
void use_av_malloc_array(void) { av_malloc_array(2, 103); }
// CHECK-LABEL: define {{.*}}@use_av_mallocz_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 208)
void use_av_mallocz_array(void) { av_mallocz_array(2, 104); }
// CHECK-LABEL: define {{.*}}@use_av_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 210)
void use_av_calloc(void) { av_calloc(2, 105); }
// CHECK-LABEL: define {{.*}}@use_av_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_av_realloc(void) { av_realloc(Old, 106); }
// CHECK-LABEL: define {{.*}}@use_av_realloc_f(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 214)
void use_av_realloc_f(void) { av_realloc_f(Old, 2, 107); }
// CHECK-LABEL: define {{.*}}@use_av_realloc_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 216)
void use_av_realloc_array(void) { av_realloc_array(Old, 2, 108); }
// CHECK-LABEL: define {{.*}}@use_av_reallocp(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_av_reallocp(void) { av_reallocp(&Old, 109); }
// CHECK-LABEL: define {{.*}}@use_av_reallocp_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 220)
void use_av_reallocp_array(void) { av_reallocp_array(&Old, 2, 110); }
// CHECK-LABEL: define {{.*}}@use_av_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_av_strdup(void) { av_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_av_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_av_strndup(void) { av_strndup(Text, 4); }
// CHECK-LABEL: define {{.*}}@use_av_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_av_memdup(void) { av_memdup(Text, 111); }

void others(void) {
  av_free(Old);
  av_freep(&Old);
}
#endif
