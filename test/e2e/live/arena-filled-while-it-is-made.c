// An arena that allocates in itself before the function that makes it returns, as lua_newstate does:
// its objects are of that place, and there is one arena, alive until it is destroyed. One that has
// objects from before is not taken for it where something else has happened in between.
//
// RUN: printf '[pool]\nalloc:pool_take size=1 arena=0\ncreate:pool_make\ndestroy:pool_end arena=0\nreset:pool_clear arena=0\n' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1:verify=1:config=%t.cfg %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=arenas:verbosity=0:output=%t.csv %t
// RUN: %table arenas %t.csv | cut -d, -f1,5,8-10,13,15 | %FileCheck %s
//
//      CHECK: pc0,allocator,created count,destroyed count,alive count,object count,live count
// CHECK-NEXT: "main","pool_make",1,1,0,4,0
// CHECK-NEXT: "main","pool_take",1,0,0,4,0
// CHECK-NEXT: "main","pool_make",1,0,1,0,0
//  CHECK-NOT: {{.}}
#include <stdlib.h>

struct pool {
  char bytes[4096];
  size_t used;
};
__attribute__((noinline)) void *pool_take(struct pool *of, size_t size) {
  return of->bytes + (of->used += size);
}
__attribute__((noinline)) void pool_clear(struct pool *of) { of->used = 0; }
__attribute__((noinline)) void pool_end(struct pool *of) { of->used = 0; }

static struct pool one, two, other;
static void *volatile kept;
__attribute__((noinline)) struct pool *pool_make(struct pool *at) {
  at->used = 0;
  for (int i = 0; i < 3; ++i)
    kept = pool_take(at, 10);
  return at;
}

int main(void) {
  struct pool *first = pool_make(&one);
  kept = pool_take(first, 100);
  pool_end(first);
  kept = pool_take(&two, 50); // of nobody
  pool_clear(&other);         // nothing is known there
  pool_make(&two);            // another one
}
