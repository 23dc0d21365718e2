// What is no call of an allocator by its name is no site: a macro that takes from memory
// in place, a call through a pointer, an allocator that an ifunc of the same file
// chooses. What is called inside of them counts where that is compiled with the pass.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}take|{{(work\|)?}}main|{{.*}}|70|3{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static void *volatile Sink;

static char Chunk[1000], *Free = Chunk;
#define BUMP(Size) (Free += (Size), (void *)(Free - (Size)))

__attribute__((noinline)) static void *take(size_t Size) { return malloc(Size); }
struct Context {
  void *(*allocate)(size_t);
};
static void *(*volatile OfLibc)(size_t) = malloc;

static void *chosen(size_t Size) {
  static char Memory[1000];
  return Memory + Size;
}
static void *(*resolve(void))(size_t) { return chosen; }
__attribute__((alloc_size(1))) void *chooses(size_t)
    __attribute__((ifunc("resolve")));

__attribute__((noinline)) static void work(struct Context *With) {
  for (int I = 0; I < 3; ++I) {
    Sink = With->allocate(70);
    Sink = OfLibc(80);
    Sink = chooses(90);
  }
}

int main(void) {
  for (int I = 0; I < 3; ++I)
    Sink = BUMP(60);
  struct Context With = {take};
  work(&With);
  Sink = NULL;
}
