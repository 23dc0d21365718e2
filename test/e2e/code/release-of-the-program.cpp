// Nothing is pushed for `free` and `operator delete`. Where a program brings its own, and
// that allocates, what it allocates has no callers beyond it, and no others in their
// place; behind it all is as it was.
//
// RUN: %cxx -O0 -DOWN -c %s -o %t.own.o && %cxx -O0 -c %s -o %t.o
// RUN: %cxx %t.o %t.own.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -DOWN -c %s -o %t.own.o && %cxx -O2 -c %s -o %t.o
// RUN: %cxx %t.o %t.own.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -DOWN -DALL %s -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
//
// CHECK:      {{^}}after|works|main|-|103{{$}}
// CHECK-NEXT: {{^}}before|works|main|-|101{{$}}
// CHECK-NEXT: {{^}}notes|operator delete|-|-|102{{$}}
// CHECK-NEXT: {{^}}notes|told|operator delete[]|-|104{{$}}
// CHECK-NEXT: {{^}}operator delete|-|-|-|105{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <new>

#define SEPARATE __attribute__((noinline))

extern void *volatile Sink;

#ifdef OWN
static int Told;
static SEPARATE void notes(size_t Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
void told(size_t Size);
SEPARATE void told(size_t Size) {
  notes(Size);
  Sink = nullptr;
}
SEPARATE void operator delete(void *) noexcept {
  ++Told;
  Sink = std::malloc(105);
  notes(102);
}
void operator delete(void *, size_t) noexcept { ++Told; }
// Ends in a call, which must not find the word of another.
SEPARATE void operator delete[](void *) noexcept { told(104); }
#endif

#if !defined(OWN) || defined(ALL)
void *volatile Sink;
static char Room[64];

static SEPARATE void before() {
  Sink = std::malloc(101);
  Sink = nullptr;
}
static SEPARATE void after() {
  Sink = std::malloc(103);
  Sink = nullptr;
}
SEPARATE void works() {
  before();
  ::operator delete(static_cast<void *>(Room));
  after();
  Sink = nullptr;
}
int main() {
  works();
  ::operator delete[](static_cast<void *>(Room));
  Sink = nullptr;
}
#endif
