// Z3's heap, and its two arenas, by which forms of operator new take what they return: one
// allocation each.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O0
// RUN: grep ^main %t.O0 | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %FileCheck %s --input-file=%t.O0 --check-prefix=INNER
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O2
// RUN: grep ^main %t.O2 | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %FileCheck %s --input-file=%t.O2 --check-prefix=INNER
//
//      CHECK:main|16|3|region::allocate
// CHECK-NEXT:main|24|3|memory::allocate
// CHECK-NEXT:main|24|3|small_object_allocator::allocate
// CHECK-NEXT:main|32|3|memory::reallocate
// CHECK-NEXT:main|8|3|memory::allocate
// CHECK-NEXT:main|8|3|operator new(unsigned long, region&)
// CHECK-NEXT:main|8|3|operator new(unsigned long, small_object_allocator&)
//
// INNER-NOT: {{^}}operator new
#include <cstddef>
#include <cstdlib>

#define NOINLINE __attribute__((noinline))

struct memory {
  NOINLINE static void *allocate(size_t) { return malloc(128); }
  NOINLINE static void *allocate(char const *, int, char const *, size_t Size) {
    return allocate(Size);
  }
  NOINLINE static void *reallocate(void *Old, size_t) { return realloc(Old, 128); }
  NOINLINE static void deallocate(void *Block) { free(Block); }
  NOINLINE static void deallocate(char const *, int, void *Block) { deallocate(Block); }
};
struct region {
  NOINLINE void *allocate(size_t) { return memory::allocate(64); }
  void reset();
  ~region();
};
NOINLINE void region::reset() {}
NOINLINE region::~region() { reset(); }
struct small_object_allocator {
  NOINLINE void *allocate(size_t) { return memory::allocate(64); }
  NOINLINE void deallocate(size_t, void *Block) { memory::deallocate(Block); }
  void reset();
  ~small_object_allocator();
};
NOINLINE void small_object_allocator::reset() {}
NOINLINE small_object_allocator::~small_object_allocator() { reset(); }

inline void *operator new(size_t Size, region &From) { return From.allocate(Size); }
inline void *operator new(size_t Size, small_object_allocator &From) {
  return From.allocate(Size);
}

void *volatile Sink;

int main() {
  region Terms;
  small_object_allocator Cells;
  for (int I = 0; I < 3; ++I) {
    void *Block = memory::allocate(8);
    Sink = Block = memory::reallocate(Block, 32);
    memory::deallocate(__FILE__, __LINE__, Block);
    Sink = memory::allocate(__FILE__, __LINE__, "T", 24);
    Sink = Terms.allocate(16);
    Sink = new (Terms) long;
    Cells.deallocate(24, Cells.allocate(24));
    Sink = new (Cells) long;
  }
}
