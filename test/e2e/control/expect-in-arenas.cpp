// What a block of a test may take from one arena: not what it takes from another one or from
// malloc, and from a reset on what it takes anew. Where arenas are not followed it fails.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cxx -I%include -O1 -g -std=c++14 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=arenas:output=%t.csv:verbosity=0 %t 2>&1 | %FileCheck %s
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_EXPECT=skip ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t 2>&1 | %FileCheck %s --check-prefix=UNCHECKED
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t 2>&1 | %FileCheck %s --check-prefix=REQUIRED
//
//          CHECK: expected exactly 1 allocation in the arena 0x{{[0-9a-f]+}}, and there were 2 allocations of 30 bytes; allocated meanwhile, there and elsewhere:
//     CHECK-NEXT: 1 of 500 bytes at {{.*}} main (malloc)
//     CHECK-NEXT: 1 of 40 bytes at {{.*}} main (take)
//     CHECK-NEXT: 1 of 20 bytes at {{.*}} fill(Pool*) < main (take)
//     CHECK-NEXT: 1 of 10 bytes at {{.*}} fill(Pool*) < main (take)
//          CHECK: expected at most 29 bytes in the arena
//      CHECK-NOT: expected
//          CHECK: 2 failures
//      UNCHECKED: expectations are not checked: arenas are not followed: compile with ALLOCSITE_PASS_OPTIONS=live=1, and set ALLOCSITE_OPTIONS=live=arenas
//  UNCHECKED-NOT: expected
//      UNCHECKED: 0 failures
//       REQUIRED: expected exactly 1 allocation in the arena 0x{{[0-9a-f]+}}, but arenas are not followed
//       REQUIRED: 5 failures
#include <allocsite/allocsite.h>
#include <allocsite/expect.h>

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

static Pool One, Other, Third;
static void *volatile Sink;

__attribute__((noinline)) static void fill(Pool *Of) {
  Sink = take(Of, 10);
  Sink = take(Of, 20);
}

int main() {
  using namespace allocsite;
  Sink = take(&One, 100); // before
  EXPECT_ALLOCATES(exactly(2).in(&One).bytesAtMost(30)) {
    fill(&One);
    fill(&Other);
    Sink = std::malloc(500);
  }
  EXPECT_ALLOCATES(exactly(1).in(&One)) {
    fill(&One);
    Sink = take(&Other, 40);
    Sink = std::malloc(500);
  }
  EXPECT_ALLOCATES(bytesAtMost(29).in(&One)) {
    drop(&One);
    fill(&One);
  }
  EXPECT_ALLOCATES(exactly(2).in(&Third)) { fill(&Third); } // its first objects
  EXPECT_ALLOCATES(exactly(0).in(&Third)) { fill(&One); }
  std::printf("%d failures\n", failures().load());
}
