// The arenas of foonathan/memory, asked by name and by what its containers have for an
// allocator: that tells a pool of nodes the bytes, of which others see calls alone. All of
// its layers are no frames. A pool of that name in another namespace is none.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O0
// RUN: LC_ALL=C sort %t.O0 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O2
// RUN: LC_ALL=C sort %t.O2 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|0|1|foonathan::memory::memory_pool
// CHECK-NEXT:main|0|1|foonathan::memory::memory_pool
// CHECK-NEXT:main|0|1|foonathan::memory::memory_pool
// CHECK-NEXT:main|0|1|foonathan::memory::memory_pool
// CHECK-NEXT:main|11|1|foonathan::memory::memory_pool_collection::allocate_node
// CHECK-NEXT:main|12|1|foonathan::memory::memory_pool_collection::try_allocate_node
// CHECK-NEXT:main|13|1|foonathan::memory::memory_stack::allocate
// CHECK-NEXT:main|14|1|foonathan::memory::memory_stack::try_allocate
// CHECK-NEXT:main|15|1|foonathan::memory::temporary_allocator::allocate
// CHECK-NEXT:main|16|1|foonathan::memory::iteration_allocator::allocate
// CHECK-NEXT:main|17|1|foonathan::memory::iteration_allocator::try_allocate
// CHECK-NEXT:main|30|1|foonathan::memory::memory_pool_collection::allocate_array
// CHECK-NEXT:main|33|1|foonathan::memory::memory_pool_collection::try_allocate_array
// CHECK-NEXT:main|40|1|foonathan::memory::memory_pool
// CHECK-NEXT:main|8|1|foonathan::memory::memory_pool
#include <cstddef>

#define NOINLINE __attribute__((noinline))

static char Room[4096];
static char *volatile Next = Room;
static void *take(size_t Size) {
  char *At = Next;
  Next = At + Size;
  return At;
}

namespace foonathan::memory {
struct node_pool;
template <class Kind> struct memory_pool {
  void *allocate_node() { return take(8); }
  void *try_allocate_node() { return take(8); }
  NOINLINE void *allocate_array(size_t N) { return take(N * 8); }
  NOINLINE void *try_allocate_array(size_t N) { return take(N * 8); }
};
struct memory_pool_collection {
  void *allocate_node(size_t Size) { return take(Size); }
  void *try_allocate_node(size_t Size) { return take(Size); }
  void *allocate_array(size_t N, size_t Size) { return allocate_node(N * Size); }
  void *try_allocate_array(size_t N, size_t Size) { return try_allocate_node(N * Size); }
};
struct memory_stack {
  NOINLINE void *allocate(size_t Size, size_t) { return take(Size); }
  NOINLINE void *try_allocate(size_t Size, size_t) { return take(Size); }
};
struct temporary_allocator {
  memory_stack Its;
  void *allocate(size_t Size, size_t Alignment) { return Its.allocate(Size, Alignment); }
};
template <size_t N> struct iteration_allocator {
  void *allocate(size_t Size, size_t) { return take(Size); }
  void *try_allocate(size_t Size, size_t) { return take(Size); }
  void next_iteration() {}
};

namespace traits_detail {
template <class A> void *allocate_node(A &From, size_t Size) {
  return From.allocate_node(Size);
}
template <class A> NOINLINE void *allocate_array(A &From, size_t N, size_t Size) {
  return From.allocate_array(N, Size);
}
} // namespace traits_detail
template <class A> struct allocator_traits {
  static void *allocate_node(A &From, size_t Size, size_t) {
    return traits_detail::allocate_node(From, Size);
  }
  static void *allocate_array(A &From, size_t N, size_t Size, size_t) {
    return traits_detail::allocate_array(From, N, Size);
  }
};
template <class Kind> struct allocator_traits<memory_pool<Kind>> {
  NOINLINE static void *allocate_node(memory_pool<Kind> &From, size_t, size_t) {
    return From.allocate_node();
  }
  NOINLINE static void *allocate_array(memory_pool<Kind> &From, size_t N, size_t, size_t) {
    return From.allocate_array(N);
  }
};
template <class A> struct allocator_storage {
  A *From;
  NOINLINE void *allocate_node(size_t Size, size_t Alignment) {
    return allocator_traits<A>::allocate_node(*From, Size, Alignment);
  }
  NOINLINE void *allocate_array(size_t N, size_t Size, size_t Alignment) {
    return allocator_traits<A>::allocate_array(*From, N, Size, Alignment);
  }
};
template <class T, class A> struct std_allocator : allocator_storage<A> {
  NOINLINE void *allocate_impl(size_t N) {
    return N == 1 ? this->allocate_node(sizeof(T), alignof(T))
                  : this->allocate_array(N, sizeof(T), alignof(T));
  }
  T *allocate(size_t N) { return static_cast<T *>(allocate_impl(N)); }
};
} // namespace foonathan::memory

namespace other {
struct memory_pool {
  NOINLINE void *allocate_node() { return take(8); }
};
} // namespace other

using namespace foonathan::memory;
void *volatile Sink;

int main() {
  memory_pool<node_pool> Pool;
  Sink = Pool.allocate_node();
  Sink = Pool.try_allocate_node();
  Sink = Pool.allocate_array(3);
  Sink = Pool.try_allocate_array(3);
  std_allocator<double, memory_pool<node_pool>> OfPool{{&Pool}};
  Sink = OfPool.allocate(1);
  Sink = OfPool.allocate(5);
  memory_pool_collection Pools;
  std_allocator<char[11], memory_pool_collection> OfPools{{&Pools}};
  Sink = OfPools.allocate(1);
  Sink = Pools.try_allocate_node(12);
  std_allocator<char[10], memory_pool_collection> OfTen{{&Pools}};
  Sink = OfTen.allocate(3);
  Sink = Pools.try_allocate_array(3, 11);
  memory_stack Stack;
  Sink = Stack.allocate(13, 1);
  Sink = Stack.try_allocate(14, 1);
  temporary_allocator Temporary;
  Sink = Temporary.allocate(15, 1);
  iteration_allocator<2> Iterations;
  Sink = Iterations.allocate(16, 1);
  Sink = Iterations.try_allocate(17, 1);
  Iterations.next_iteration();
  Sink = other::memory_pool().allocate_node();
}
