// What mimalloc's header gives to containers is no frame: who makes a container grow is
// pc0, also in C++11, where one more parameter has a default. A class of that name in a
// namespace of its own is another one.
//
// RUN: %cxx -O0 -std=c++11 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: %cxx -O2 -std=c++17 -g %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
//
// CHECK:      {{^}}fill|main|64|3|mi_new_n{{$}}
// CHECK-NEXT: {{^}}fillHeap|main|32|2|mi_heap_alloc_new_n{{$}}
// CHECK-NEXT: {{^}}mine::mi_stl_allocator<long>::allocate|other|8|1|mi_new_n{{$}}
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

struct mi_heap_t {};
extern "C" {
__attribute__((noinline)) void *mi_new_n(size_t Count, size_t Size) {
  static char Room[4096], *At = Room;
  return (At += Count * Size) - Count * Size;
}
__attribute__((noinline)) void *mi_heap_alloc_new_n(mi_heap_t *, size_t Count, size_t Size) {
  static char Room[4096], *At = Room;
  return (At += Count * Size) - Count * Size;
}
}

template <class T> struct _mi_stl_allocator_common {
  typedef T value_type;
  bool operator==(const _mi_stl_allocator_common &) const { return true; }
  bool operator!=(const _mi_stl_allocator_common &) const { return false; }
};
template <class T> struct mi_stl_allocator : _mi_stl_allocator_common<T> {
  template <class U> struct rebind { typedef mi_stl_allocator<U> other; };
  mi_stl_allocator() = default;
  template <class U> mi_stl_allocator(const mi_stl_allocator<U> &) {}
#if __cplusplus >= 201703L
  T *allocate(size_t Count) { return static_cast<T *>(mi_new_n(Count, sizeof(T))); }
#else
  T *allocate(size_t Count, const void * = nullptr) {
    return static_cast<T *>(mi_new_n(Count, sizeof(T)));
  }
#endif
  void deallocate(T *, size_t) {}
};
template <class T, bool D> struct _mi_heap_stl_allocator_common : _mi_stl_allocator_common<T> {
  mi_heap_t *Heap;
  _mi_heap_stl_allocator_common(mi_heap_t *Heap) : Heap(Heap) {}
  T *allocate(size_t Count) {
    return static_cast<T *>(mi_heap_alloc_new_n(Heap, Count, sizeof(T)));
  }
};
template <class T> struct mi_heap_stl_allocator : _mi_heap_stl_allocator_common<T, false> {
  template <class U> struct rebind { typedef mi_heap_stl_allocator<U> other; };
  mi_heap_stl_allocator(mi_heap_t *Heap) : _mi_heap_stl_allocator_common<T, false>(Heap) {}
  void deallocate(T *, size_t) {}
};
namespace mine {
template <class T> struct mi_stl_allocator {
  __attribute__((noinline)) T *allocate(size_t Count) {
    T *P = static_cast<T *>(mi_new_n(Count, sizeof(T)));
    *static_cast<volatile T *>(P) = 0;
    return P;
  }
};
} // namespace mine

static void *volatile Sink;
__attribute__((noinline)) void fill() {
  for (int I = 0; I < 3; ++I) {
    std::vector<long, mi_stl_allocator<long>> V;
    V.reserve(8);
    Sink = V.data();
  }
}
__attribute__((noinline)) void fillHeap(mi_heap_t *Heap) {
  for (int I = 0; I < 2; ++I) {
    mi_heap_stl_allocator<int> A(Heap);
    std::vector<int, mi_heap_stl_allocator<int>> V(A);
    V.reserve(8);
    Sink = V.data();
  }
}
__attribute__((noinline)) void other() {
  mine::mi_stl_allocator<long> A;
  Sink = A.allocate(1);
}
int main() {
  mi_heap_t Heap;
  fill();
  fillHeap(&Heap);
  other();
  Sink = nullptr;
}
