// GCC's collected heap, whose typed functions are wrappers, its pools, of which calls alone are
// known, and its bitmaps; and the clauses of MiniSat, which are asked for in words.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | grep ^main | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | grep ^main | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|0|3|base_pool_allocator::allocate
// CHECK-NEXT:main|0|3|base_pool_allocator::allocate
// CHECK-NEXT:main|16|3|ggc_internal_alloc
// CHECK-NEXT:main|24|3|ggc_realloc
// CHECK-NEXT:main|28|3|Minisat::RegionAllocator::alloc
// CHECK-NEXT:main|32|3|ggc_internal_alloc
// CHECK-NEXT:main|32|3|ggc_internal_alloc
// CHECK-NEXT:main|32|3|ggc_internal_cleared_alloc
// CHECK-NEXT:main|40|3|bitmap_element_allocate
// CHECK-NEXT:main|48|3|ggc_internal_cleared_alloc
// CHECK-NEXT:main|56|3|ggc_internal_alloc
// CHECK-NEXT:main|64|3|ggc_internal_alloc
// CHECK-NEXT:main|72|3|ggc_internal_alloc
// CHECK-NEXT:main|80|3|ggc_internal_alloc
// CHECK-NEXT:main|88|3|ggc_internal_cleared_alloc
// CHECK-NEXT:main|96|3|ggc_internal_cleared_alloc
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#define NOINLINE __attribute__((noinline))

NOINLINE void *ggc_internal_alloc(size_t Size, void (*)(void *), size_t, size_t) {
  return calloc(1, Size + 8);
}
inline void *ggc_internal_alloc(size_t Size) { return ggc_internal_alloc(Size, nullptr, 0, 1); }
NOINLINE void *ggc_internal_cleared_alloc(size_t Size, void (*)(void *), size_t, size_t) {
  return calloc(1, Size + 8);
}
NOINLINE void *ggc_realloc(void *Block, size_t Size) { return realloc(Block, Size + 8); }
template <typename T> NOINLINE T *ggc_alloc() {
  return static_cast<T *>(ggc_internal_alloc(sizeof(T), nullptr, 0, 1));
}
template <typename T> NOINLINE T *ggc_alloc_no_dtor() {
  return static_cast<T *>(ggc_internal_alloc(sizeof(T), nullptr, 0, 1));
}
template <typename T> NOINLINE T *ggc_cleared_alloc() {
  return static_cast<T *>(ggc_internal_cleared_alloc(sizeof(T), nullptr, 0, 1));
}
template <typename T> NOINLINE T *ggc_vec_alloc(size_t Count) {
  return static_cast<T *>(ggc_internal_alloc(Count * sizeof(T), nullptr, sizeof(T), Count));
}
NOINLINE void *ggc_alloc_atomic(size_t Size) { return ggc_internal_alloc(Size); }
NOINLINE void *ggc_alloc_rtx_def_stat(size_t Size) { return ggc_internal_alloc(Size); }
NOINLINE void *ggc_alloc_tree_node_stat(size_t Size) { return ggc_internal_alloc(Size); }
NOINLINE void *ggc_alloc_cleared_tree_node_stat(size_t Size) {
  return ggc_internal_cleared_alloc(Size, nullptr, 0, 1);
}
NOINLINE void *ggc_alloc_cleared_gimple_statement_stat(size_t Size) {
  return ggc_internal_cleared_alloc(Size, nullptr, 0, 1);
}
template <typename T> NOINLINE T *ggc_cleared_vec_alloc(size_t Count) {
  return static_cast<T *>(ggc_internal_cleared_alloc(Count * sizeof(T), nullptr, sizeof(T), Count));
}

struct memory_block_pool {};
template <typename TBlock> struct base_pool_allocator {
  size_t Size;
  NOINLINE void *allocate() { return malloc(Size); }
};
template <typename T> struct object_allocator {
  base_pool_allocator<memory_block_pool> Pool{sizeof(T)};
  NOINLINE T *allocate() { return ::new (Pool.allocate()) T(); }
  NOINLINE void *allocate_raw() { return Pool.allocate(); }
};
inline void *operator new(size_t, void *Place) noexcept { return Place; }

struct bitmap_head {};
NOINLINE void *bitmap_element_allocate(bitmap_head *) { return malloc(400); }

namespace Minisat {
template <class T> struct RegionAllocator {
  T *Memory = nullptr;
  uint32_t Size = 0;
  NOINLINE uint32_t alloc(int Words) {
    Memory = static_cast<T *>(realloc(Memory, (Size + Words) * sizeof(T)));
    uint32_t At = Size;
    Size += Words;
    return At;
  }
};
} // namespace Minisat

void *volatile Sink;
volatile uint32_t Clause;

struct Node {
  long Fields[4];
};

int main() {
  object_allocator<Node> Nodes;
  bitmap_head Head;
  Minisat::RegionAllocator<uint32_t> Clauses;
  for (int I = 0; I < 3; ++I) {
    Sink = ggc_internal_alloc(16);
    Sink = ggc_alloc<Node>();
    Sink = ggc_alloc_no_dtor<Node>();
    Sink = ggc_cleared_alloc<Node>();
    Sink = ggc_vec_alloc<long>(7);
    Sink = ggc_alloc_atomic(64);
    Sink = ggc_alloc_rtx_def_stat(72);
    Sink = ggc_alloc_tree_node_stat(80);
    Sink = ggc_alloc_cleared_tree_node_stat(88);
    Sink = ggc_alloc_cleared_gimple_statement_stat(96);
    Sink = ggc_cleared_vec_alloc<long>(6);
    Sink = ggc_realloc(Sink, 24);
    Sink = Nodes.allocate();
    Sink = Nodes.allocate_raw();
    Sink = bitmap_element_allocate(&Head);
    Clause = Clauses.alloc(7);
  }
}
