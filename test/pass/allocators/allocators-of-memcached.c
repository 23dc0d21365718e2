// The allocators of memcached, as its sources declare them, are counted with the bytes
// that a call asks for, where it tells them; what frees is no site, and neither is a
// function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"slabs_alloc", i32 1, i32
// NONE-NOT: !"do_cache_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *slabs_alloc(size_t);
void *other_slabs_alloc(void) { return slabs_alloc(1); }
void *do_cache_alloc(void);
void *other_do_cache_alloc(void) { return do_cache_alloc(); }
#else
typedef struct cache cache_t;
cache_t *Cache; void *Old;

void *slabs_alloc(size_t, unsigned, unsigned);
void *do_slabs_alloc(size_t, unsigned, unsigned);
void slabs_free(void *, size_t, unsigned);
void do_slabs_free(void *, size_t, unsigned);
void *do_cache_alloc(cache_t *);
void do_cache_free(cache_t *, void *);

// CHECK-LABEL: define {{.*}}@use_slabs_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_slabs_alloc(void) { slabs_alloc(101, 1, 0); }
// CHECK-LABEL: define {{.*}}@use_do_slabs_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_do_slabs_alloc(void) { do_slabs_alloc(102, 1, 0); }
// CHECK-LABEL: define {{.*}}@use_do_cache_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
void use_do_cache_alloc(void) { do_cache_alloc(Cache); }

void others(void) {
  slabs_free(Old, 1, 2);
  do_slabs_free(Old, 1, 2);
  do_cache_free(Cache, Old);
}
#endif
