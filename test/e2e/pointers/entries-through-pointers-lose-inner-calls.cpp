// A limit: where the optimiser makes a virtual call of an entry a direct one, what the entry
// takes of its own allocator by way of a helper is left out, as if the call were a site. It is
// in the profile where the call stays virtual.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s --check-prefix=VIRTUAL
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s --check-prefix=DIRECT --allow-empty
//
//      VIRTUAL: {{^}}ObStack::withLock|ObStack::alloc|direct|main|24|10{{$}}
// VIRTUAL-NEXT: {{^}}ObStack::withLock|ObStack::alloc|hidden|main|8|10{{$}}
//  VIRTUAL-NOT: {{.}}
//       DIRECT: {{^}}ObStack::withLock|ObStack::alloc|hidden|main|8|10{{$}}
//   DIRECT-NOT: {{.}}
#include <cstddef>

struct Allocator {
  virtual void *alloc(size_t Size) = 0;
};
struct ObStack : Allocator {
  char Bytes[4096], *Next = Bytes;
  int Locks = 0;
  __attribute__((noinline)) void *alloc(size_t Size) override {
    void *Block = withLock(Size);
    ++Locks;
    return Block;
  }
  __attribute__((noinline)) void *withLock(size_t Size) {
    ++Locks;
    void *Block = allocate(Size);
    --Locks;
    return Block;
  }
  __attribute__((noinline)) void *allocate(size_t Size) { return (Next += Size) - Size; }
};

void *volatile Sink;
static ObStack Objects;

__attribute__((noinline)) static void direct() {
  ObStack Own;
  Allocator *From = &Own;
  Sink = From->alloc(24);
}

__attribute__((noinline)) static void hidden(Allocator *From) { Sink = From->alloc(8); }

int main() {
  Allocator *volatile Unknown = &Objects;
  for (int I = 0; I < 10; ++I) {
    direct();
    hidden(Unknown);
  }
}
