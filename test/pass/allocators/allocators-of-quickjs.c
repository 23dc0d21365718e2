// The allocators of QuickJS, as its header declares them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"js_malloc", i32 1, i32 0,
// NONE-NOT: !"js_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *js_malloc(size_t);
void *other(void) { return js_malloc(0); }
#else
typedef struct c JSContext; typedef struct r JSRuntime;
JSContext *C; JSRuntime *R; void *Old; size_t Slack;

void *js_malloc(JSContext *, size_t);
void *js_mallocz(JSContext *, size_t);
void *js_calloc(JSContext *, size_t, size_t);
void *js_realloc(JSContext *, void *, size_t);
void *js_realloc2(JSContext *, void *, size_t, size_t *);
char *js_strdup(JSContext *, const char *);
char *js_strndup(JSContext *, const char *, size_t);
void *js_malloc_rt(JSRuntime *, size_t);
void *js_mallocz_rt(JSRuntime *, size_t);
void *js_calloc_rt(JSRuntime *, size_t, size_t);
void *js_realloc_rt(JSRuntime *, void *, size_t);
void js_free(JSContext *, void *);
void js_free_rt(JSRuntime *, void *);

// CHECK-LABEL: define {{.*}}@use_js_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_js_malloc(void) { js_malloc(C, 101); }
// CHECK-LABEL: define {{.*}}@use_js_mallocz(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_js_mallocz(void) { js_mallocz(C, 102); }
// CHECK-LABEL: define {{.*}}@use_js_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 206)
void use_js_calloc(void) { js_calloc(C, 2, 103); }
// CHECK-LABEL: define {{.*}}@use_js_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_js_realloc(void) { js_realloc(C, Old, 104); }
// CHECK-LABEL: define {{.*}}@use_js_realloc2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_js_realloc2(void) { js_realloc2(C, Old, 105, &Slack); }
// CHECK-LABEL: define {{.*}}@use_js_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_js_strdup(void) { js_strdup(C, "abcd"); }
// CHECK-LABEL: define {{.*}}@use_js_strndup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 117)
void use_js_strndup(void) { js_strndup(C, "abcd", 116); }
// CHECK-LABEL: define {{.*}}@use_js_malloc_rt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_js_malloc_rt(void) { js_malloc_rt(R, 106); }
// CHECK-LABEL: define {{.*}}@use_js_mallocz_rt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_js_mallocz_rt(void) { js_mallocz_rt(R, 107); }
// CHECK-LABEL: define {{.*}}@use_js_calloc_rt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 216)
void use_js_calloc_rt(void) { js_calloc_rt(R, 2, 108); }
// CHECK-LABEL: define {{.*}}@use_js_realloc_rt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_js_realloc_rt(void) { js_realloc_rt(R, Old, 109); }

void others(void) {
  js_free(C, Old);
  js_free_rt(R, Old);
}
#endif
