// The allocators of Dovecot, as its headers declare them, are counted with the bytes that a
// call asks for; what frees is no site, nor what is a wrapper, and neither is a function of the
// same name with other parameters. p_malloc is an inline function, which calls what makes the
// memory through a pointer; the data stack keeps what was lent with t_buffer_alloc.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"p_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *p_malloc(size_t);
void *other_p_malloc(void) { return p_malloc(1); }
#else
struct pool; struct vfuncs { void *(*malloc)(struct pool *, size_t); };
struct pool { const struct vfuncs *v; };
struct pool *P; void *Old; char Text[9];

static inline void *p_malloc(struct pool *P, size_t N) { return P->v->malloc(P, N); }
static inline void *p_realloc(struct pool *P, void *Old, size_t From, size_t To) {
  return P->v->malloc(P, To);
}
void *p_memdup(struct pool *, const void *, size_t);
char *p_strdup(struct pool *, const char *);
char *p_strndup(struct pool *, const void *, size_t);
char *p_strdup_empty(struct pool *, const char *);
char *p_strdup_until(struct pool *, const void *, const void *);
char *i_strdup_empty(const char *);
char *i_strdup_until(const void *, const void *);
void *i_malloc(size_t);
void *i_realloc(void *, size_t, size_t);
void *i_memdup(const void *, size_t);
char *i_strdup(const char *);
char *i_strndup(const void *, size_t);
void *t_malloc_no0(size_t);
void *t_malloc0(size_t);
void *t_buffer_get(size_t);
void t_buffer_alloc(size_t);

// CHECK-LABEL: define {{.*}}@use_p_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_p_malloc(void) { p_malloc(P, 101); }
// CHECK-LABEL: define {{.*}}@use_p_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_p_realloc(void) { p_realloc(P, Old, 9, 102); }
// CHECK-LABEL: define {{.*}}@use_p_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_p_memdup(void) { p_memdup(P, Text, 103); }
// CHECK-LABEL: define {{.*}}@use_p_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_p_strdup(void) { p_strdup(P, Text); }
// CHECK-LABEL: define {{.*}}@use_p_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_p_strndup(void) { p_strndup(P, Text, 4); }
// CHECK-LABEL: define {{.*}}@use_i_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_i_malloc(void) { i_malloc(104); }
// CHECK-LABEL: define {{.*}}@use_i_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_i_realloc(void) { i_realloc(Old, 9, 105); }
// CHECK-LABEL: define {{.*}}@use_i_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_i_memdup(void) { i_memdup(Text, 106); }
// CHECK-LABEL: define {{.*}}@use_i_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_i_strdup(void) { i_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_i_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_i_strndup(void) { i_strndup(Text, 4); }
// CHECK-LABEL: define {{.*}}@use_t_malloc_no0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_t_malloc_no0(void) { t_malloc_no0(107); }
// CHECK-LABEL: define {{.*}}@use_t_malloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_t_malloc0(void) { t_malloc0(108); }
// CHECK-LABEL: define {{.*}}@use_t_buffer_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_t_buffer_alloc(void) { t_buffer_alloc(109); }

void others(void) {
  p_strdup_empty(P, Text);
  p_strdup_until(P, Text, Text + 2);
  i_strdup_empty(Text);
  i_strdup_until(Text, Text + 2);
  t_buffer_get(9);
}
#endif
