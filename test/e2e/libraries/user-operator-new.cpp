// A replaced operator new is the allocator, and its own call of malloc no site.
//
// RUN: %cxx -O0 %s -o %t && %run_rows && %rows --short --cols 'pc0,bytes allocated,allocator' %t.csv | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows && %rows --short --cols 'pc0,bytes allocated,allocator' %t.csv | %FileCheck %s
//
// CHECK:      {{^}}main|48|operator new[]{{$}}
// CHECK-NEXT: {{^}}main|40|Node::operator new{{$}}
// CHECK-NEXT: {{^}}main|8|operator new{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <new>

void *operator new(size_t Size) { return std::malloc(Size); }
void operator delete(void *P) noexcept { std::free(P); }
void operator delete(void *P, size_t) noexcept { std::free(P); }

struct Node {
  char Bytes[40];
  static void *operator new(size_t Size) { return std::malloc(Size); }
};

static void *volatile Sink;

int main() {
  Sink = new long(1);
  Sink = new Node;
  Sink = new double[6];
  alignas(Node) static char Place[sizeof(Node)];
  Sink = ::new (Place) Node;
}
