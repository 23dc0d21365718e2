// REQUIRES: types
// What is alive, by type, and the totals of one arena, of which one of an address that is none; and what
// is followed at all.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %typed_cxx -I%include -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t.csv %t 2>/dev/null | %FileCheck %s
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 2>/dev/null | %FileCheck %s --check-prefix=EXACT
// CHECK: Small 4 40
// CHECK-NEXT: Large 1 1000
// CHECK-NEXT: counts: 0
// CHECK-NEXT: Large 1 1000
// CHECK-NEXT: Small 4 40
// CHECK-NEXT: sizes: 0
// CHECK-NEXT: it: 0, 3 calls of 130 bytes, 1 live of 30, at most 100
// CHECK-NEXT: another: 2
// CHECK-NEXT: follows: 3
// EXACT: counts: 95
// EXACT: it: 95, 0 calls
// EXACT: follows: 0
#include <allocsite/allocsite.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

static_assert(ENOTSUP == 95 && ENOENT == 2, "of Linux");

struct Pool {
  char Bytes[1024];
  size_t Used;
};
ALLOCSITE_ALLOC(size=1, arena=0) __attribute__((noinline)) void *take(Pool *From, size_t Size) {
  void *Taken = From->Bytes + From->Used;
  From->Used += Size;
  return Taken;
}
ALLOCSITE_RESET(arena=0) __attribute__((noinline)) void drop(Pool *Of) { Of->Used = 0; }

struct Small {
  char Bytes[10];
};
struct Large {
  char Bytes[1000];
};

static void *volatile Sink;
static Pool Its;

static void print(void *, const allocsite_object *Of) {
  Sink = malloc(1); // while it is told
  free(Sink);
  printf("%s %llu %llu\n", Of->type, Of->count, Of->bytes);
}

int main() {
  setvbuf(stdout, nullptr, _IONBF, 0);
  for (int I = 0; I < 4; ++I)
    Sink = new Small;
  Large *Gone = new Large;
  Sink = Gone;
  delete Gone;
  Sink = new Large;
  const allocsite_object_visitor Printed = {print, nullptr};
  int Failed = allocsite_object_counts(&Printed);
  printf("counts: %d\n", Failed);
  Failed = allocsite_object_sizes(&Printed);
  printf("sizes: %d\n", Failed);
  Sink = take(&Its, 40);
  Sink = take(&Its, 60);
  drop(&Its);
  Sink = take(&Its, 30);
  struct allocsite_totals Sum;
  Failed = allocsite_arena_totals(&Its, &Sum);
  printf("it: %d, %llu calls of %llu bytes, %llu live of %llu, at most %llu\n", Failed, Sum.calls,
         Sum.bytes, Sum.live_blocks, Sum.live_bytes, Sum.peak_bytes);
  printf("another: %d\n", allocsite_arena_totals(&Sum, &Sum));
  printf("follows: %d\n", allocsite_follows());
}
