// A wrapper that calls itself is no frame however deep it is: the site is the call into it,
// also where the allocator was inlined.
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 %t.d/a.cpp -o %t && %run_rows | sort | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O0 %t.d/a.cpp -o %t && %run_rows | sort | %FileCheck %s
//
// CHECK:      {{^}}one|main|-|-|1000|1{{$}}
// CHECK-NEXT: {{^}}two|one|main|-|200|1{{$}}
// CHECK-NEXT: {{^}}two|one|main|-|201|1{{$}}
// CHECK-NOT:  {{.}}
//--- a.cfg
alloc:bump size=0
wrapper:wrap
//--- a.cpp
#include <cstddef>
static char Memory[4096], *Next = Memory;
static inline void *bump(size_t Size) {
  void *Result = Next;
  Next += Size;
  return Result;
}

__attribute__((noinline)) void *wrap(size_t Size) {
  if (Size > 1000) {
    void *First = wrap(Size - 900), *Second = wrap(Size - 901);
    return *static_cast<char *>(First) ? First : Second;
  }
  return bump(Size);
}

static void *volatile Sink;
__attribute__((noinline)) void two() { Sink = wrap(1101); }
__attribute__((noinline)) void one() {
  Sink = wrap(1000);
  two();
  Sink = nullptr;
}
int main() {
  one();
  Sink = nullptr;
}
