// The allocators of Wireshark and of Graphviz, as their headers declare them, are counted
// with the bytes that a call asks for; what frees or empties is no site, nor what is a
// wrapper, and neither is a function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"wmem_alloc", i32 1, i32
// NONE-NOT: !"agalloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *wmem_alloc(size_t);
void *other_wmem_alloc(void) { return wmem_alloc(1); }
void *agalloc(size_t);
void *other_agalloc(void) { return agalloc(1); }
#else
typedef struct w wmem_allocator_t; typedef struct g Agraph_t;
wmem_allocator_t *W; Agraph_t *G; void *Old; char Text[9];

void *wmem_alloc(wmem_allocator_t *, size_t);
void *wmem_alloc0(wmem_allocator_t *, size_t);
void *wmem_realloc(wmem_allocator_t *, void *, size_t);
void *wmem_memdup(wmem_allocator_t *, const void *, size_t);
char *wmem_strdup(wmem_allocator_t *, const char *);
char *wmem_strndup(wmem_allocator_t *, const char *, size_t);
void wmem_free(wmem_allocator_t *, void *);
void wmem_free_all(wmem_allocator_t *);
wmem_allocator_t *wmem_allocator_new(int);
void wmem_destroy_allocator(wmem_allocator_t *);
void *agalloc(Agraph_t *, size_t);
void *agrealloc(Agraph_t *, void *, size_t, size_t);
void agfree(Agraph_t *, void *);

// CHECK-LABEL: define {{.*}}@use_wmem_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_wmem_alloc(void) { wmem_alloc(W, 101); }
// CHECK-LABEL: define {{.*}}@use_wmem_alloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_wmem_alloc0(void) { wmem_alloc0(W, 102); }
// CHECK-LABEL: define {{.*}}@use_wmem_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_wmem_realloc(void) { wmem_realloc(W, Old, 103); }
// CHECK-LABEL: define {{.*}}@use_wmem_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_wmem_memdup(void) { wmem_memdup(W, Text, 104); }
// CHECK-LABEL: define {{.*}}@use_wmem_strndup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_wmem_strndup(void) { wmem_strndup(W, Text, 105); }
// CHECK-LABEL: define {{.*}}@use_agalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_agalloc(void) { agalloc(G, 107); }
// CHECK-LABEL: define {{.*}}@use_agrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_agrealloc(void) { agrealloc(G, Old, 9, 108); }

void others(void) {
  wmem_strdup(W, Text);
  wmem_free(W, Old);
  wmem_free_all(W);
  wmem_allocator_new(0);
  wmem_destroy_allocator(W);
  agfree(G, Old);
}
#endif
