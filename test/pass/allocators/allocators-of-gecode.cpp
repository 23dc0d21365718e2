// Gecode's space, by which forms of operator new take what it returns, its regions and its
// heap: one allocation each, which whoever calls the typed functions makes.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O0
// RUN: grep ^main %t.O0 | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O2
// RUN: grep ^main %t.O2 | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|12|3|malloc
// CHECK-NEXT:main|16|3|Gecode::Region::ralloc
// CHECK-NEXT:main|16|3|Gecode::Space::ralloc
// CHECK-NEXT:main|32|3|Gecode::Space::ralloc
// CHECK-NEXT:main|40|3|realloc
// CHECK-NEXT:main|48|3|Gecode::Region::ralloc
// CHECK-NEXT:main|5|3|Gecode::Region::ralloc
// CHECK-NEXT:main|8|3|Gecode::Actor::operator new(unsigned long, Gecode::Space&)
// CHECK-NEXT:main|8|3|Gecode::Space::ralloc
#include <cstddef>
#include <cstdlib>

#define NOINLINE __attribute__((noinline))

namespace Gecode {
namespace Support {
struct Allocator {
  void *alloc(size_t Size) { return ::malloc(Size); }
  void *realloc(void *Old, size_t Size) { return ::realloc(Old, Size); }
};
Allocator allocator;
} // namespace Support

struct Heap {
  void *ralloc(size_t Size) { return Support::allocator.alloc(Size); }
  void *rrealloc(void *Old, size_t Size) { return Support::allocator.realloc(Old, Size); }
  NOINLINE void rfree(void *Block) { ::free(Block); }
  NOINLINE void rfree(void *Block, size_t) { ::free(Block); }
  template <class T> T *alloc(int N) { return static_cast<T *>(ralloc(sizeof(T) * N)); }
  template <class T> T *realloc(T *Old, int, int N) {
    return static_cast<T *>(rrealloc(Old, sizeof(T) * N));
  }
};
Heap heap;

struct Region {
  ~Region();
  NOINLINE void *ralloc(size_t) { return heap.ralloc(512); }
  template <class T> T *alloc(int N) { return static_cast<T *>(ralloc(sizeof(T) * N)); }
  template <class T> T *realloc(T *, int, int N) {
    return static_cast<T *>(ralloc(sizeof(T) * N));
  }
  template <class T> T &construct() { return *static_cast<T *>(ralloc(sizeof(T))); }
};

Region::~Region() {}

struct Space {
  NOINLINE void rfree(void *, size_t) {}
  NOINLINE void *ralloc(size_t) { return heap.ralloc(512); }
  void *rrealloc(void *Block, size_t From, size_t To) {
    return From < To ? ralloc(To) : Block;
  }
  template <class T> T *alloc(int N) { return static_cast<T *>(ralloc(sizeof(T) * N)); }
  template <class T> T *realloc(T *Old, int From, int To) {
    return static_cast<T *>(rrealloc(Old, sizeof(T) * From, sizeof(T) * To));
  }
  template <class T> T &construct() { return *static_cast<T *>(ralloc(sizeof(T))); }
};

struct Actor {
  long Of;
  static void *operator new(size_t Size, Space &Home) { return Home.ralloc(Size); }
};
} // namespace Gecode

void *volatile Sink;

int main() {
  using namespace Gecode;
  Space Home;
  for (int I = 0; I < 3; ++I) {
    Region Here;
    Sink = Here.alloc<double>(2);
    Sink = &Here.construct<double[6]>();
    Sink = Here.realloc(static_cast<char *>(nullptr), 0, 5);
    Sink = new (Home) Actor;
    int *Old = Home.alloc<int>(4);
    Sink = Home.realloc(Old, 4, 8);
    Sink = Home.realloc(Old, 4, 2);
    Sink = &Home.construct<double>();
    int *Block = heap.alloc<int>(3);
    Sink = heap.realloc(Block, 3, 10);
    heap.rfree(Sink);
    heap.rfree(nullptr, 8);
    Home.rfree(Old, 16);
  }
}
