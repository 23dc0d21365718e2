// The allocators of git, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"mem_pool_alloc", i32 1, i32 1,
// NONE-NOT: !"mem_pool_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
struct mem_pool; struct mem_pool *P; const char *Text;
void *mem_pool_alloc(size_t, struct mem_pool *);
void *other(void) { return mem_pool_alloc(0, 0); }
#else
struct mem_pool; struct mem_pool *P; const char *Text;

void *mem_pool_alloc(struct mem_pool *, size_t);
void *mem_pool_calloc(struct mem_pool *, size_t, size_t);
char *mem_pool_strdup(struct mem_pool *, const char *);
char *mem_pool_strndup(struct mem_pool *, const char *, size_t);
void mem_pool_init(struct mem_pool *, size_t);
void mem_pool_discard(struct mem_pool *, int);

// CHECK-LABEL: define {{.*}}@use_mem_pool_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_mem_pool_alloc(void) { mem_pool_alloc(P, 101); }
// CHECK-LABEL: define {{.*}}@use_mem_pool_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_mem_pool_calloc(void) { mem_pool_calloc(P, 3, 7); }
// CHECK-LABEL: define {{.*}}@use_mem_pool_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_mem_pool_strdup(void) { mem_pool_strdup(P, Text); }
// CHECK-LABEL: define {{.*}}@use_mem_pool_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_mem_pool_strndup(void) { mem_pool_strndup(P, Text, 9); }

void others(void) {
  mem_pool_init(P, 64);
  mem_pool_discard(P, 1);
}
#endif
