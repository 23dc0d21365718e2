// The allocators of talloc, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"talloc_named_const", i32 1, i32 1,
// NONE-NOT: !"talloc_named_const", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *T; void *Old; const char *Text;
void *talloc_named_const(size_t, const char *);
void *other(void) { return talloc_named_const(0, 0); }
#else
void *T; void *Old; const char *Text;

void *talloc_named_const(const void *, size_t, const char *);
void *talloc_named(const void *, size_t, const char *, ...);
void *_talloc_zero(const void *, size_t, const char *);
void *_talloc_memdup(const void *, const void *, size_t, const char *);
void *talloc_pool(const void *, size_t);
void *_talloc_pooled_object(const void *, size_t, const char *, unsigned, size_t);
void *_talloc_array(const void *, size_t, unsigned, const char *);
void *_talloc_zero_array(const void *, size_t, unsigned, const char *);
void *_talloc_realloc(const void *, void *, size_t, const char *);
void *talloc_realloc_fn(const void *, void *, size_t);
void *_talloc_realloc_array(const void *, void *, size_t, unsigned, const char *);
char *talloc_strdup(const void *, const char *);
char *talloc_strndup(const void *, const char *, size_t);
int _talloc_free(void *, const char *);
void talloc_free_children(void *);
int talloc_free(void *);
void *_talloc_steal_loc(const void *, const void *, const char *);
void *_talloc_move(const void *, const void *);
void *talloc_reparent(const void *, const void *, const void *);

// CHECK-LABEL: define {{.*}}@use_talloc_named_const(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_talloc_named_const(void) { talloc_named_const(T, 101, Text); }
// CHECK-LABEL: define {{.*}}@use_talloc_named(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_talloc_named(void) { talloc_named(T, 102, Text); }
// CHECK-LABEL: define {{.*}}@use__talloc_zero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use__talloc_zero(void) { _talloc_zero(T, 103, Text); }
// CHECK-LABEL: define {{.*}}@use__talloc_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use__talloc_memdup(void) { _talloc_memdup(T, Old, 104, Text); }
// CHECK-LABEL: define {{.*}}@use_talloc_pool(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_talloc_pool(void) { talloc_pool(T, 105); }
// CHECK-LABEL: define {{.*}}@use__talloc_pooled_object(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use__talloc_pooled_object(void) { _talloc_pooled_object(T, 106, Text, 2, 500); }
// CHECK-LABEL: define {{.*}}@use__talloc_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use__talloc_array(void) { _talloc_array(T, 7, 3, Text); }
// CHECK-LABEL: define {{.*}}@use__talloc_zero_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
void use__talloc_zero_array(void) { _talloc_zero_array(T, 8, 3, Text); }
// CHECK-LABEL: define {{.*}}@use__talloc_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use__talloc_realloc(void) { _talloc_realloc(T, Old, 107, Text); }
// CHECK-LABEL: define {{.*}}@use_talloc_realloc_fn(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_talloc_realloc_fn(void) { talloc_realloc_fn(T, Old, 108); }
// CHECK-LABEL: define {{.*}}@use__talloc_realloc_array(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 27)
void use__talloc_realloc_array(void) { _talloc_realloc_array(T, Old, 9, 3, Text); }
// CHECK-LABEL: define {{.*}}@use_talloc_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_talloc_strdup(void) { talloc_strdup(T, Text); }
// CHECK-LABEL: define {{.*}}@use_talloc_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_talloc_strndup(void) { talloc_strndup(T, Text, 9); }

void others(void) {
  _talloc_free(Old, Text);
  talloc_free_children(T);
  talloc_free(Old);
  _talloc_steal_loc(T, Old, Text);
  _talloc_move(T, &Old);
  talloc_reparent(T, T, Old);
}
#endif
