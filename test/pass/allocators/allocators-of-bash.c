// The allocators of bash, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"sh_malloc", i32 1, i32 0,
// NONE-NOT: !"sh_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *sh_malloc(size_t);
void *other(void) { return sh_malloc(0); }
#else
void *Old;

void *sh_malloc(size_t, const char *, int);
void *sh_calloc(size_t, size_t, const char *, int);
void *sh_realloc(void *, size_t, const char *, int);
void *sh_memalign(size_t, size_t, const char *, int);
void *sh_valloc(size_t, const char *, int);
void *sh_xmalloc(size_t, const char *, int);
void *sh_xrealloc(void *, size_t, const char *, int);
void sh_free(void *, const char *, int);
void sh_cfree(void *, const char *, int);
void sh_xfree(void *, const char *, int);

// CHECK-LABEL: define {{.*}}@use_sh_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_sh_malloc(void) { sh_malloc(101, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_sh_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_sh_calloc(void) { sh_calloc(3, 34, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_sh_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_sh_realloc(void) { sh_realloc(Old, 103, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_sh_memalign(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_sh_memalign(void) { sh_memalign(64, 104, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_sh_valloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_sh_valloc(void) { sh_valloc(105, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_sh_xmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_sh_xmalloc(void) { sh_xmalloc(106, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_sh_xrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_sh_xrealloc(void) { sh_xrealloc(Old, 107, __FILE__, __LINE__); }

void others(void) {
  sh_free(Old, __FILE__, __LINE__);
  sh_cfree(Old, __FILE__, __LINE__);
  sh_xfree(Old, __FILE__, __LINE__);
}
#endif
