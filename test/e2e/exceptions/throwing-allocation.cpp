// An allocation that throws made nothing and is not counted; one that fails by
// returning null has returned, and is in the row of those that failed.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}attempt|main|-|-|70|1{{$}}
// CHECK-NEXT: {{^}}attempt|main|-|-|50|1{{$}}
// CHECK-NEXT: {{^}}attempt|main|-|-|9223372036854775807|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <new>

static void *volatile Sink;


__attribute__((noinline)) int attempt(unsigned long Size) {
  try {
    Sink = ::operator new(Size);
  } catch (const std::bad_alloc &) {
    Sink = ::operator new(50);
    // Fails without throwing.
    Sink = ::operator new(Size, std::nothrow);
    Sink = std::malloc(70);
    return 1;
  }
  return 0;
}

int main() { return attempt(9223372036854775807ul) != 1; }
