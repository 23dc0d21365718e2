// An entry that the attribute alloc_size makes one stays one where it was inlined everywhere
// and is gone: what it calls of its class by way of a helper is no second allocation.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -O1 %s -o %t && %run_rows | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -O2 -g %s -o %t && %run_rows | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cxx -O2 -DLOCAL %s -o %t && %run_rows | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|-|-|-|3|10
// CHECK-NEXT:main|-|-|-|8|10
#include <cstddef>

#ifdef LOCAL
namespace {
#endif
struct Zone {
  char Bytes[4096], *Next = Bytes;
  int Locks = 0;
  __attribute__((alloc_size(2))) void *take(size_t Size) {
    ++Locks;
    return takeLocked(Size);
  }
  __attribute__((noinline)) void *takeLocked(size_t Size) {
    void *Block = cut(Size);
    --Locks;
    return Block;
  }
  __attribute__((noinline, alloc_size(2))) void *cut(size_t Size) {
    return (Next += Size) - Size;
  }
};
#ifdef LOCAL
} // namespace
#endif

void *volatile Sink;

int main() {
  Zone Objects;
  for (int I = 0; I < 10; ++I) {
    Sink = Objects.take(8);
    Sink = Objects.cut(3);
  }
}
