// An operator new that is passed an arena is an entry of it, as the arena's own functions
// are: what it takes through one of them is one allocation, of the outer call. So it is
// where a rule names the functions, in a section or in none, by a pattern or a signature, in
// the table or in the source, and where an attribute says it. What is called by no operator
// new counts as before, and an arena of another class under its own name.
//
// RUN: echo 'alloc:**::Pool::*get size=0' > %t.cfg
// RUN: echo '[signed]' >> %t.cfg
// RUN: echo 'alloc:Stack<*>::push(unsigned long) size=0' >> %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -I%source/include -O0 %s -o %t && %profile %t
// RUN: %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -I%source/include -O2 %s -o %t && %profile %t
// RUN: %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|3|10|server::Pool::get
// CHECK-NEXT:main|4|10|Stack::push
// CHECK-NEXT:main|5|10|llvm::BumpPtrAllocatorImpl::Allocate
// CHECK-NEXT:main|6|10|Annotated::take
// CHECK-NEXT:main|7|10|Zone::take
// CHECK-NEXT:main|8|10|operator new(unsigned long, Annotated&)
// CHECK-NEXT:main|8|10|operator new(unsigned long, Other&)
// CHECK-NEXT:main|8|10|operator new(unsigned long, Stack<int>&)
// CHECK-NEXT:main|8|10|operator new(unsigned long, Zone&)
// CHECK-NEXT:main|8|10|operator new(unsigned long, llvm::BumpPtrAllocatorImpl<4096ul>&)
// CHECK-NEXT:main|8|10|operator new(unsigned long, server::Pool*)
// CHECK-NEXT:operator new(unsigned long, Other&)|16|10|Zone::take
#include "allocsite/allocsite.h"
#include <cstddef>

#define NOINLINE __attribute__((noinline))

struct Bump {
  char Bytes[4096], *Next = Bytes;
  void *cut(size_t Size) { return (Next += Size) - Size; }
};
namespace server {
struct Pool : Bump {
  NOINLINE void *get(size_t Size) { return cut(Size); }
};
} // namespace server
template <typename T> struct Stack : Bump {
  NOINLINE void *push(size_t Size) { return cut(Size); }
};
namespace llvm {
template <size_t SlabSize> struct BumpPtrAllocatorImpl : Bump {
  NOINLINE void *Allocate(size_t Size, size_t) { return cut(Size); }
};
} // namespace llvm
struct Annotated : Bump {
  ALLOCSITE_ALLOC(size=0, arena=this, family=annotated)
  NOINLINE void *take(size_t Size) { return cut(Size); }
};
struct Zone : Bump {
  __attribute__((noinline, alloc_size(2))) void *take(size_t Size) { return cut(Size); }
};
struct Other {
  Zone From;
};

void *operator new(size_t Size, server::Pool *From) { return From->get(Size); }
template <typename T> void *operator new(size_t Size, Stack<T> &From) {
  return From.push(Size);
}
template <size_t N>
void *operator new(size_t Size, llvm::BumpPtrAllocatorImpl<N> &From) {
  return From.Allocate(Size, 8);
}
void *operator new(size_t Size, Annotated &From) { return From.take(Size); }
void *operator new(size_t Size, Zone &From) { return From.take(Size); }
void *operator new(size_t Size, Other &In) { return In.From.take(2 * Size); }

void *volatile Sink;

int main() {
  server::Pool A;
  Stack<int> B;
  llvm::BumpPtrAllocatorImpl<4096> C;
  Annotated D;
  Zone E;
  Other F;
  for (int I = 0; I < 10; ++I) {
    Sink = new (&A) long;
    Sink = new (B) long;
    Sink = new (C) long;
    Sink = new (D) long;
    Sink = new (E) long;
    Sink = new (F) long;
    Sink = A.get(3);
    Sink = B.push(4);
    Sink = C.Allocate(5, 8);
    Sink = D.take(6);
    Sink = E.take(7);
  }
}
