// An `operator new` of the program whose address is taken, or which allocates by way of a
// helper, is told by its callers whether it was called by a site. So it is where it was
// inlined into a function of the C++ library, which is no frame, and where the library's own
// `operator new[]`, a site, has called it. What calls it through a pointer is no site.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O0 -DHELPER=noinline %s -o %t && %run_rows | %FileCheck %s --check-prefix=HELPED
// RUN: %cxx -O2 -DHELPER=always_inline %s -o %t && %run_rows | %FileCheck %s --check-prefix=HELPED
// RUN: %cxx -O2 -DHELPER=noinline %s -o %t && %run_rows | %FileCheck %s --check-prefix=HELPED
//
//      CHECK: {{^}}arrays|main|-|-|48|1{{$}}
// CHECK-NEXT: {{^}}vectors|main|-|-|32|1{{$}}
// CHECK-NEXT: {{^}}vectors|main|-|-|16|1{{$}}
// CHECK-NEXT: {{^}}operator new|pointers|main|-|11|1{{$}}
// CHECK-NEXT: {{^}}arrays|main|-|-|8|1{{$}}
// CHECK-NEXT: {{^}}vectors|main|-|-|8|1{{$}}
// CHECK-NEXT: {{^}}vectors|main|-|-|4|1{{$}}
//  CHECK-NOT: {{.}}
//
//      HELPED: {{^}}arrays|main|-|-|48|1{{$}}
// HELPED-NEXT: {{^}}vectors|main|-|-|32|1{{$}}
// HELPED-NEXT: {{^}}vectors|main|-|-|16|1{{$}}
// HELPED-NEXT: {{^}}get|operator new|pointers|main|11|1{{$}}
// HELPED-NEXT: {{^}}arrays|main|-|-|8|1{{$}}
// HELPED-NEXT: {{^}}vectors|main|-|-|8|1{{$}}
// HELPED-NEXT: {{^}}vectors|main|-|-|4|1{{$}}
//  HELPED-NOT: {{.}}
#include <cstdlib>
#include <new>
#include <vector>

#ifdef HELPER
__attribute__((HELPER)) static inline void *get(size_t Size) { return std::malloc(Size); }
void *operator new(size_t Size) { return get(Size); }
#else
void *operator new(size_t Size) { return std::malloc(Size); }
#endif
void operator delete(void *P) noexcept { std::free(P); }
void operator delete(void *P, size_t) noexcept { std::free(P); }

static void *(*volatile Unknown)(size_t) = ::operator new;
static void *volatile Sink;

__attribute__((noinline)) static void vectors() {
  std::vector<int> Numbers;
  for (int I = 0; I < 5; ++I)
    Numbers.push_back(I);
  Sink = Numbers.data();
}
__attribute__((noinline)) static void arrays() {
  Sink = new double[6];
  Sink = new (std::nothrow) long;
}
__attribute__((noinline)) static void pointers() { Sink = Unknown(11); }

int main() {
  vectors();
  arrays();
  pointers();
}
