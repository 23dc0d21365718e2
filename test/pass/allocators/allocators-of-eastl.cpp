// EASTL's containers take nodes from a pool, and what is beyond it by an allocator that calls
// the program's own operator new[]: each is one allocation of whoever asks for a node, the
// latter of the pool. A pool is told no size: its own field says it. A pool of that name in
// another namespace is none.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O0
// RUN: LC_ALL=C sort %t.O0 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv > %t.O2
// RUN: LC_ALL=C sort %t.O2 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:eastl::fixed_pool_with_overflow<eastl::allocator>::allocate()|24|2|operator new[]
// CHECK-NEXT:eastl::fixed_pool_with_overflow<eastl::allocator>::allocate(unsigned long, unsigned long)|24|1|operator new[]
// CHECK-NEXT:main|100|1|operator new[]
// CHECK-NEXT:main|200|1|operator new[]
// CHECK-NEXT:main|24|2|eastl::fixed_pool_with_overflow::allocate
// CHECK-NEXT:main|24|4|eastl::fixed_pool_with_overflow::allocate
// CHECK-NEXT:main|300|1|operator new[]
// CHECK-NEXT:main|32|1|eastl::fixed_pool::allocate
// CHECK-NEXT:main|32|1|eastl::fixed_pool::allocate
#include <cstddef>
#include <cstdlib>

#define NOINLINE __attribute__((noinline))

NOINLINE void *operator new[](size_t Size, const char *, int, unsigned, const char *, int) {
  return malloc(Size);
}

NOINLINE void *operator new[](size_t Size, size_t, size_t, const char *, int, unsigned,
                              const char *, int) {
  return malloc(Size);
}

namespace eastl {
struct allocator {
  NOINLINE void *allocate(size_t N, int Flags = 0) {
    return ::new (nullptr, Flags, 0u, nullptr, 0) char[N];
  }
  NOINLINE void *allocate(size_t N, size_t Alignment, size_t Offset, int Flags = 0) {
    return ::new (Alignment, Offset, nullptr, Flags, 0u, nullptr, 0) char[N];
  }
};

template <class A> void *allocate_memory(A &From, size_t N, size_t Alignment, size_t Offset) {
  return Alignment <= 8 ? From.allocate(N) : From.allocate(N, Alignment, Offset);
}

struct fixed_pool_base {
  struct Link {
    Link *Next;
  };
  Link *Head = nullptr;
  char *Next, *End;
  size_t NodeSize;
  fixed_pool_base(char *Memory, size_t Size, size_t Node)
      : Next(Memory), End(Memory + Size), NodeSize(Node) {}
  void *take() {
    void *At = Head;
    if (Head)
      Head = Head->Next;
    else if (Next != End)
      At = Next, Next += NodeSize;
    return At;
  }
};

struct fixed_pool : fixed_pool_base {
  using fixed_pool_base::fixed_pool_base;
  void *allocate() { return take(); }
  void *allocate(size_t, size_t) { return allocate(); }
  NOINLINE void deallocate(void *Block) { Head = static_cast<Link *>(Block); }
};

template <class Overflow> struct fixed_pool_with_overflow : fixed_pool_base {
  Overflow More;
  using fixed_pool_base::fixed_pool_base;
  NOINLINE void *allocate() {
    void *At = take();
    return At ? At : More.allocate(NodeSize);
  }
  NOINLINE void *allocate(size_t Alignment, size_t Offset) {
    void *At = take();
    return At ? At : allocate_memory(More, NodeSize, Alignment, Offset);
  }
  NOINLINE void deallocate(void *Block) { Head = static_cast<Link *>(Block); }
};

template <class Pool> struct fixed_node_allocator {
  Pool Its;
  void *allocate(size_t, int = 0) { return Its.allocate(); }
  void *allocate(size_t, size_t Alignment, size_t Offset, int = 0) {
    return Its.allocate(Alignment, Offset);
  }
};

template <class Pool> struct fixed_hashtable_allocator {
  Pool Its;
  void *allocate(size_t N, int Buckets = 0) {
    return Buckets ? Its.More.allocate(N) : Its.allocate();
  }
};

template <class Overflow> struct fixed_vector_allocator {
  Overflow More;
  void *allocate(size_t N, int Flags = 0) { return More.allocate(N, Flags); }
};
} // namespace eastl

namespace other {
struct fixed_pool : eastl::fixed_pool_base {
  using fixed_pool_base::fixed_pool_base;
  NOINLINE void *allocate() { return take(); }
};
} // namespace other

using namespace eastl;
void *volatile Sink;

int main() {
  using WithOverflow = fixed_pool_with_overflow<eastl::allocator>;
  static char Room[5][96];
  fixed_pool Plain(Room[0], 96, 32);
  Sink = Plain.allocate();
  Sink = Plain.allocate(8, 0);
  Plain.deallocate(Room[0]);
  fixed_node_allocator<WithOverflow> Nodes{WithOverflow(Room[1], 48, 24)};
  for (int I = 0; I < 4; ++I)
    Sink = Nodes.allocate(24);
  Nodes.Its.deallocate(Room[1]);
  for (int I = 0; I < 2; ++I)
    Sink = Nodes.allocate(24, 16, 0);
  fixed_hashtable_allocator<WithOverflow> Table{WithOverflow(Room[2], 24, 24)};
  Sink = Table.allocate(200, 1);
  fixed_vector_allocator<eastl::allocator> Vector;
  Sink = Vector.allocate(300);
  Sink = eastl::allocator().allocate(100);
  other::fixed_pool Other(Room[3], 96, 32);
  Sink = Other.allocate();
}
