// The allocators of memcached, as sources before 1.6.18 declare them: also told where
// to add up what is taken.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"slabs_alloc", i32 1, i32
#include <stddef.h>
#include <stdint.h>

#ifdef OTHER
void *slabs_alloc(size_t, unsigned, uint64_t *);
void *other_slabs_alloc(uint64_t *Total) { return slabs_alloc(1, 2, Total); }
#else
uint64_t Total;

void *slabs_alloc(size_t, unsigned, uint64_t *, unsigned);
void *do_slabs_alloc(size_t, unsigned, uint64_t *, unsigned);

// CHECK-LABEL: define {{.*}}@use_slabs_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_slabs_alloc(void) { slabs_alloc(101, 1, &Total, 0); }
// CHECK-LABEL: define {{.*}}@use_do_slabs_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_do_slabs_alloc(void) { do_slabs_alloc(102, 1, &Total, 0); }
#endif
