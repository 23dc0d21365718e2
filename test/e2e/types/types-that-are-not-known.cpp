// A type is never guessed: where the source does not say it, or says two, it is `-`.
//
// REQUIRES: types
//
// RUN: %typed_cxx -O0 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O2 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O2 -Rpass=__none__ %s -o %t && %run_types | %FileCheck %s
#include <cstddef>
#include <cstdlib>
#include <cstring>

struct Foo { long A[3]; };
struct Bar { int X; };
namespace std { enum class byte : unsigned char; }

void *volatile Sink;
volatile size_t N = 5;

// Bytes.
// CHECK: {{^}}a1|malloc|-{{$}}
void a1() { Sink = malloc(24); }
// CHECK-NEXT: {{^}}a2|malloc|-{{$}}
void a2() { Sink = (char *)malloc(N); }
// CHECK-NEXT: {{^}}a3|malloc|-{{$}}
void a3() { Sink = static_cast<unsigned char *>(malloc(N)); }
// CHECK-NEXT: {{^}}a4|malloc|-{{$}}
void a4() { Sink = reinterpret_cast<std::byte *>(malloc(N)); }
// CHECK-NEXT: {{^}}a5|strdup|-{{$}}
void a5() { Sink = strdup("text"); }
// CHECK-NEXT: {{^}}a6|operator new|-{{$}}
void a6() { Sink = ::operator new(24); }
// CHECK-NEXT: {{^}}a7|malloc|-{{$}}
void a7() { Sink = (void *)(void (*)())malloc(N); }

// Contradictions.
// CHECK-NEXT: {{^}}b1|malloc|-{{$}}
void b1() { Sink = (Foo *)malloc(sizeof(Bar)); }
// CHECK-NEXT: {{^}}b2|malloc|-{{$}}
void b2() { Sink = (Foo *)(Bar *)malloc(N); }
// CHECK-NEXT: {{^}}b3|malloc|-{{$}}
void b3() { Sink = malloc(sizeof(Foo) + sizeof(Bar)); }
// CHECK-NEXT: {{^}}b4|malloc|-{{$}}
void b4() { Sink = malloc(sizeof(Foo) * sizeof(Bar)); }
// CHECK-NEXT: {{^}}b5|calloc|-{{$}}
void b5() { Sink = (Foo *)calloc(sizeof(Bar), N); }

// A size that holds something else besides.
// CHECK-NEXT: {{^}}c1|malloc|-{{$}}
void c1() { Sink = malloc(N + sizeof(long)); }
// CHECK-NEXT: {{^}}c2|malloc|-{{$}}
void c2() { Sink = malloc((N + sizeof(long) - 1) & ~(sizeof(long) - 1)); }
// CHECK-NEXT: {{^}}c3|malloc|-{{$}}
void c3() { Sink = malloc(N * alignof(Foo)); }

// What a variable has held in between.
// CHECK-NEXT: {{^}}d1|malloc|-{{$}}
void d1() { void *P = malloc(N); Foo *F = (Foo *)P; Sink = F; }
// CHECK-NEXT: {{^}}d2|malloc|-{{$}}
void d2() { size_t Size = N * sizeof(Foo); Sink = malloc(Size); }
// CHECK-NEXT: {{^}}d3|malloc|-{{$}}
void *d3(size_t K) { return malloc(K); }
// The cast is of what another function made of it.
// CHECK-NEXT: {{^}}d4|malloc|-{{$}}
void *other(void *P) { return P; }
void d4() { Sink = (Foo *)other(malloc(N)); }

// Two at one place.
#define TWO(A, B) (Sink = (A *)malloc(sizeof(A)), Sink = (B *)malloc(sizeof(B)))
#define KNOWN_AND_NOT(A) (Sink = (A *)malloc(sizeof(A)), Sink = malloc(N))
// CHECK-NEXT: {{^}}e1|malloc|-{{$}}
// CHECK-NEXT: {{^}}e1|malloc|-{{$}}
void e1() { TWO(Foo, Bar); }
// CHECK-NEXT: {{^}}e2|malloc|-{{$}}
// CHECK-NEXT: {{^}}e2|malloc|-{{$}}
void e2() { KNOWN_AND_NOT(Foo); }
// CHECK-NEXT: {{^}}e3|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}e3|malloc|Foo{{$}}
void e3() { TWO(Foo, Foo); }
// CHECK-NOT: {{.}}

int main() {
  a1(), a2(), a3(), a4(), a5(), a6(), a7();
  b1(), b2(), b3(), b4(), b5();
  c1(), c2(), c3();
  d1(), d2(), Sink = (Foo *)d3(N), d4();
  e1(), e2(), e3();
}
