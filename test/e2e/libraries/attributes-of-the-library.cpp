// libc++ has the attribute alloc_size on functions that do no more than hand on to a memory
// resource. They are of the library, and so no frames; the resource's is the allocator.
//
// RUN: %cxx -std=c++17 -nostdinc++ -O0 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -nostdinc++ -O2 %s -o %t && %profile %t && %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|-|16|10|std::__1::pmr::memory_resource::allocate
// CHECK-NEXT:main|-|8|10|std::__1::pmr::memory_resource::allocate
namespace std {
inline namespace __1 {
namespace pmr {
struct memory_resource {
  char Bytes[4096], *Next = Bytes;
  __attribute__((noinline, alloc_size(2))) void *allocate(unsigned long Size,
                                                          unsigned long) {
    return (Next += Size) - Size;
  }
};
struct polymorphic_allocator {
  memory_resource *From;
  __attribute__((alloc_size(2))) void *allocate_bytes(unsigned long Size,
                                                      unsigned long Align) {
    return From->allocate(Size, Align);
  }
};
} // namespace pmr
} // namespace __1
} // namespace std

void *volatile Sink;

int main() {
  std::pmr::memory_resource Pool;
  std::pmr::polymorphic_allocator From{&Pool};
  for (int I = 0; I < 10; ++I) {
    Sink = From.allocate_bytes(16, 8);
    Sink = Pool.allocate(8, 8);
  }
}
