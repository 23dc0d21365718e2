// An entry that is virtual is no site where it is called so: what it calls of its allocator,
// also by way of a helper, is counted. So it is where the virtual call ends its function,
// which has left the stack: a call that was not seen has led to the entry.
//
// RUN: %cxx -O0 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: count 2 < %t.rows
// RUN: %cxx -O1 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: count 2 < %t.rows
// RUN: %cxx -O2 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: count 2 < %t.rows
//
// CHECK-DAG: {{^}}ObStack::withLock|ObStack::alloc|{{useLast\|main|main\|-}}|24|10{{$}}
// CHECK-DAG: {{^}}main|-|-|-|8|10{{$}}
#include <cstddef>

struct Allocator {
  virtual void *alloc(size_t Size) = 0;
};
struct ObStack final : Allocator {
  char Bytes[4096], *Next = Bytes;
  int Locks = 0;
  void *alloc(size_t Size) override { return withLock(Size); }
  __attribute__((noinline)) void *withLock(size_t Size) {
    ++Locks;
    void *Block = allocate(Size);
    --Locks;
    return Block;
  }
  __attribute__((noinline)) void *allocate(size_t Size) { return (Next += Size) - Size; }
};

__attribute__((noinline)) void *useLast(Allocator &From) { return From.alloc(24); }

void *volatile Sink;

int main() {
  ObStack Objects;
  Allocator *volatile Unknown = &Objects;
  for (int I = 0; I < 10; ++I) {
    Sink = useLast(*Unknown);
    Sink = Objects.alloc(8);
  }
}
