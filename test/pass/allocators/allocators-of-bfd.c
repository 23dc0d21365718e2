// The allocators of BFD, as its headers declare them, are counted
// with the bytes that a call asks for; what frees or empties is no site, and neither is a
// function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"bfd_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *bfd_alloc(size_t);
void *other_bfd_alloc(void) { return bfd_alloc(1); }
#else
typedef struct b bfd; struct bfd_hash_table; typedef unsigned long bfd_size_type;
bfd *B; struct bfd_hash_table *H; void *Old;

void *bfd_alloc(bfd *, bfd_size_type);
void *bfd_zalloc(bfd *, bfd_size_type);
void *bfd_hash_allocate(struct bfd_hash_table *, unsigned);
void *bfd_malloc(bfd_size_type);
void *bfd_zmalloc(bfd_size_type);
void *bfd_realloc(void *, bfd_size_type);
void *bfd_realloc_or_free(void *, bfd_size_type);
void bfd_release(bfd *, void *);

// CHECK-LABEL: define {{.*}}@use_bfd_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_bfd_alloc(void) { bfd_alloc(B, 101); }
// CHECK-LABEL: define {{.*}}@use_bfd_zalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_bfd_zalloc(void) { bfd_zalloc(B, 102); }
// CHECK-LABEL: define {{.*}}@use_bfd_hash_allocate(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_bfd_hash_allocate(void) { bfd_hash_allocate(H, 103); }
// CHECK-LABEL: define {{.*}}@use_bfd_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_bfd_malloc(void) { bfd_malloc(104); }
// CHECK-LABEL: define {{.*}}@use_bfd_zmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_bfd_zmalloc(void) { bfd_zmalloc(105); }
// CHECK-LABEL: define {{.*}}@use_bfd_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_bfd_realloc(void) { bfd_realloc(Old, 106); }
// CHECK-LABEL: define {{.*}}@use_bfd_realloc_or_free(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_bfd_realloc_or_free(void) { bfd_realloc_or_free(Old, 107); }

void others(void) {
  bfd_release(B, Old);
}
#endif
