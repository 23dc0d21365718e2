// The allocators of Ruby, as its headers declare them, are counted with the bytes that a
// call asks for; what frees is no site, nor what is a wrapper, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"ruby_xmalloc", i32 1, i32
// NONE-NOT: !"rb_newobj_of", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *ruby_xmalloc(size_t, size_t);
void *other_ruby_xmalloc(void) { return ruby_xmalloc(1, 2); }
unsigned long rb_newobj_of(unsigned long);
unsigned long other_rb_newobj_of(void) { return rb_newobj_of(1); }
#else
typedef unsigned long VALUE;
volatile VALUE V; void *Old; char Text[9]; struct ec *Ec;

void *ruby_xmalloc(size_t);
void *ruby_xmalloc2(size_t, size_t);
void *ruby_xcalloc(size_t, size_t);
void *ruby_xrealloc(void *, size_t);
void *ruby_xrealloc2(void *, size_t, size_t);
void *ruby_xmalloc_body(size_t);
void *ruby_xmalloc2_body(size_t, size_t);
void *ruby_xcalloc_body(size_t, size_t);
void *ruby_xrealloc_body(void *, size_t);
void *ruby_xrealloc2_body(void *, size_t, size_t);
void *ruby_sized_xrealloc(void *, size_t, size_t);
void *ruby_sized_xrealloc2(void *, size_t, size_t, size_t);
void *ruby_sized_xrealloc_inlined(void *, size_t, size_t);
void *ruby_sized_xrealloc2_inlined(void *, size_t, size_t, size_t);
void *ruby_mimmalloc(size_t);
void *rb_aligned_malloc(size_t, size_t);
void *rb_alloc_tmp_buffer(volatile VALUE *, long);
void *rb_alloc_tmp_buffer_with_count(volatile VALUE *, size_t, size_t);
char *ruby_strdup(const char *);
void *rb_xmalloc_mul_add(size_t, size_t, size_t);
void *rb_xmalloc_mul_add_mul(size_t, size_t, size_t, size_t);
void *rb_xcalloc_mul_add(size_t, size_t, size_t);
void *rb_xcalloc_mul_add_mul(size_t, size_t, size_t, size_t);
void *rb_xrealloc_mul_add(const void *, size_t, size_t, size_t);
void ruby_xfree(void *);
void ruby_sized_xfree(void *, size_t);
void ruby_mimfree(void *);
VALUE rb_newobj(void);
VALUE rb_newobj_of(VALUE, VALUE);
VALUE rb_wb_protected_newobj_of(VALUE, VALUE, size_t);
VALUE rb_wb_unprotected_newobj_of(VALUE, VALUE, size_t);
VALUE rb_ec_wb_protected_newobj_of(struct ec *, VALUE, VALUE, size_t);

// CHECK-LABEL: define {{.*}}@use_ruby_xmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_ruby_xmalloc(void) { ruby_xmalloc(101); }
// CHECK-LABEL: define {{.*}}@use_ruby_xmalloc2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_xmalloc2(void) { ruby_xmalloc2(3, 7); }
// CHECK-LABEL: define {{.*}}@use_ruby_xcalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_xcalloc(void) { ruby_xcalloc(3, 7); }
// CHECK-LABEL: define {{.*}}@use_ruby_xrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_ruby_xrealloc(void) { ruby_xrealloc(Old, 104); }
// CHECK-LABEL: define {{.*}}@use_ruby_xrealloc2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_xrealloc2(void) { ruby_xrealloc2(Old, 3, 7); }
// CHECK-LABEL: define {{.*}}@use_ruby_xmalloc_body(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_ruby_xmalloc_body(void) { ruby_xmalloc_body(106); }
// CHECK-LABEL: define {{.*}}@use_ruby_xmalloc2_body(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_xmalloc2_body(void) { ruby_xmalloc2_body(3, 7); }
// CHECK-LABEL: define {{.*}}@use_ruby_xcalloc_body(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_xcalloc_body(void) { ruby_xcalloc_body(3, 7); }
// CHECK-LABEL: define {{.*}}@use_ruby_xrealloc_body(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_ruby_xrealloc_body(void) { ruby_xrealloc_body(Old, 109); }
// CHECK-LABEL: define {{.*}}@use_ruby_xrealloc2_body(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_xrealloc2_body(void) { ruby_xrealloc2_body(Old, 3, 7); }
// CHECK-LABEL: define {{.*}}@use_ruby_sized_xrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_ruby_sized_xrealloc(void) { ruby_sized_xrealloc(Old, 111, 4); }
// CHECK-LABEL: define {{.*}}@use_ruby_sized_xrealloc2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_ruby_sized_xrealloc2(void) { ruby_sized_xrealloc2(Old, 3, 7, 4); }
// CHECK-LABEL: define {{.*}}@use_ruby_mimmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_ruby_mimmalloc(void) { ruby_mimmalloc(113); }
// CHECK-LABEL: define {{.*}}@use_rb_aligned_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_rb_aligned_malloc(void) { rb_aligned_malloc(64, 114); }
// CHECK-LABEL: define {{.*}}@use_rb_alloc_tmp_buffer(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_rb_alloc_tmp_buffer(void) { rb_alloc_tmp_buffer(&V, 115); }
// CHECK-LABEL: define {{.*}}@use_rb_alloc_tmp_buffer_with_count(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 116)
void use_rb_alloc_tmp_buffer_with_count(void) { rb_alloc_tmp_buffer_with_count(&V, 116, 4); }
// CHECK-LABEL: define {{.*}}@use_rb_newobj(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 40)
void use_rb_newobj(void) { rb_newobj(); }
// CHECK-LABEL: define {{.*}}@use_rb_newobj_of(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 40)
void use_rb_newobj_of(void) { rb_newobj_of(1, 2); }
// CHECK-LABEL: define {{.*}}@use_rb_wb_protected_newobj_of(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 119)
void use_rb_wb_protected_newobj_of(void) { rb_wb_protected_newobj_of(1, 2, 119); }
// CHECK-LABEL: define {{.*}}@use_rb_wb_unprotected_newobj_of(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 120)
void use_rb_wb_unprotected_newobj_of(void) { rb_wb_unprotected_newobj_of(1, 2, 120); }
// CHECK-LABEL: define {{.*}}@use_rb_ec_wb_protected_newobj_of(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_rb_ec_wb_protected_newobj_of(void) { rb_ec_wb_protected_newobj_of(Ec, 1, 2, 121); }

void others(void) {
  ruby_sized_xrealloc_inlined(Old, 1, 2);
  ruby_sized_xrealloc2_inlined(Old, 1, 2, 3);
  ruby_strdup(Text);
  rb_xmalloc_mul_add(1, 2, 3);
  rb_xmalloc_mul_add_mul(1, 2, 3, 4);
  rb_xcalloc_mul_add(1, 2, 3);
  rb_xcalloc_mul_add_mul(1, 2, 3, 4);
  rb_xrealloc_mul_add(Old, 1, 2, 3);
  ruby_xfree(Old);
  ruby_sized_xfree(Old, 1);
  ruby_mimfree(Old);
}
#endif
