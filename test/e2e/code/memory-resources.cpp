// std::pmr: what a program takes from a memory resource counts where the program does,
// under memory_resource::allocate, whatever resource it is; what a resource of the
// program takes from the one above it, or from malloc, is told apart from that: it is
// left out where it is of std::pmr too, and counts under malloc where it is of malloc.
// An allocator of the C++ library is a frame, unlike other functions of it.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: %rows --short --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=ALLOCATORS
// RUN: %cxx -std=c++17 -O2 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: %rows --short --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=ALLOCATORS
//
// CHECK-DAG: {{^}}direct|main|-|-|24|5{{$}}
// CHECK-DAG: {{^}}inVector|main|-|-|80|5{{$}}
// CHECK-DAG: {{^}}inChain|main|-|-|40|5{{$}}
// CHECK-DAG: {{^}}Malloc::do_allocate|std::{{.*}}pmr::memory_resource::allocate|direct|main|128|5{{$}}
// RUN: count 6 < %t.rows
//
// ALLOCATORS-DAG: {{^}}direct|24|5|std::{{.*}}pmr::memory_resource::allocate{{$}}
// ALLOCATORS-DAG: {{^}}inVector|80|5|std::{{.*}}pmr::memory_resource::allocate{{$}}
// ALLOCATORS-DAG: {{^}}inChain|40|5|std::{{.*}}pmr::memory_resource::allocate{{$}}
// ALLOCATORS-DAG: {{^}}Malloc::do_allocate|{{[0-9]+}}|{{[0-9]+}}|malloc{{$}}
#include <cstdlib>
#include <memory_resource>
#include <vector>

struct Malloc : std::pmr::memory_resource {
  void *do_allocate(size_t Bytes, size_t) override {
    return std::malloc((Bytes + 127) / 128 * 128);
  }
  void do_deallocate(void *P, size_t, size_t) override { std::free(P); }
  bool do_is_equal(const memory_resource &Other) const noexcept override {
    return this == &Other;
  }
};

struct Passing : std::pmr::memory_resource {
  explicit Passing(std::pmr::memory_resource &Above) : Above(Above) {}
  std::pmr::memory_resource &Above;
  void *do_allocate(size_t Bytes, size_t Align) override {
    return Above.allocate(Bytes, Align);
  }
  void do_deallocate(void *P, size_t Bytes, size_t Align) override {
    Above.deallocate(P, Bytes, Align);
  }
  bool do_is_equal(const memory_resource &Other) const noexcept override {
    return this == &Other;
  }
};

static void *volatile Sink;
__attribute__((noinline)) static void direct(std::pmr::memory_resource &From) {
  Sink = From.allocate(24);
}
__attribute__((noinline)) static void inVector(std::pmr::memory_resource &From) {
  std::pmr::vector<double> V(&From);
  V.reserve(10);
  Sink = V.data();
}
__attribute__((noinline)) static void inChain(std::pmr::memory_resource &From) {
  Sink = From.allocate(40, 8);
}

int main() {
  Malloc Heap;
  Passing Passed(Heap);
  for (int I = 0; I < 5; ++I) {
    direct(Heap);
    inVector(Heap);
    inChain(Passed);
  }
}
