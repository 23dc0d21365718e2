// Without locations in the IR a type is known where all calls of the allocator in the
// function agree, and is `-` elsewhere; without columns, where all of the line do.
//
// REQUIRES: types
//
// RUN: %typed_cxx -O0 %s -o %t && %run_types | %FileCheck %s --check-prefixes=CHECK,BARE
// RUN: %typed_cxx -O2 %s -o %t && %run_types | %FileCheck %s --check-prefixes=CHECK,BARE
// RUN: %typed_cxx -O2 -g -gno-column-info %s -o %t \
// RUN:   && %run_types | %FileCheck %s --check-prefixes=CHECK,LINE
#include <cstddef>
#include <cstdlib>
struct Foo { long A[3]; };
void *volatile Sink;
volatile size_t N = 5;

// CHECK: {{^}}Foo* instance<Foo>|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}a1|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}a1|operator new|long{{$}}
void a1() { Sink = (Foo *)malloc(N); Sink = new long; }
// CHECK-NEXT: {{^}}a2|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}a2|malloc|Foo{{$}}
void a2() { Sink = (Foo *)malloc(N); Sink = malloc(sizeof(Foo)); }
// CHECK-NEXT: {{^}}b1|malloc|-{{$}}
// CHECK-NEXT: {{^}}b1|malloc|-{{$}}
void b1() { Sink = (Foo *)malloc(N); Sink = (int *)malloc(N + 1); }
// BARE-NEXT: {{^}}b2|malloc|-{{$}}
// BARE-NEXT: {{^}}b2|malloc|-{{$}}
// LINE-NEXT: {{^}}b2|malloc|Foo{{$}}
// LINE-NEXT: {{^}}b2|malloc|int{{$}}
void b2() {
  Sink = (Foo *)malloc(N);
  Sink = (int *)malloc(N + 1);
}
// CHECK-NEXT: {{^}}b3|malloc|-{{$}}
// CHECK-NEXT: {{^}}b3|malloc|-{{$}}
void b3() { Sink = (Foo *)malloc(N); Sink = malloc(N + 1); }
// CHECK-NEXT: {{^}}long* instance<long>|malloc|long{{$}}
template <class T> T *instance() { return (T *)malloc(sizeof(T)); }
int main() {
  a1(), a2(), b1(), b2(), b3();
  Sink = instance<Foo>(), Sink = instance<long>();
}
