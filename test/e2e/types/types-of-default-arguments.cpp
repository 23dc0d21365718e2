// Default arguments that allocate: their code is at the place of the call that leaves them
// out, so that a type is known where all that stand in for one call agree, and `-` where
// they do not; never that of another. Nested ones take no time, with rules for calls
// through pointers or without: each is visited where it is left out, once.
//
// REQUIRES: types
//
// RUN: split-file %s %t.d
// RUN: %typed_cxx -O0 -g %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O2 -Rpass=__none__ %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O2 -g %t.d/m.cpp -o %t && %run_types | %FileCheck %s
//
// CHECK: {{^}}agree|operator new|int{{$}}
// CHECK-NEXT: {{^}}agree|operator new|int{{$}}
// CHECK-NEXT: {{^}}deep|operator new|long{{$}}
// CHECK-NEXT: {{^}}differ|operator new|-{{$}}
// CHECK-NEXT: {{^}}differ|operator new|-{{$}}
// CHECK-NEXT: {{^}}given|operator new|Foo{{$}}
// CHECK-NEXT: {{^}}given|operator new|int{{$}}
// CHECK-NEXT: {{^}}nested|operator new|-{{$}}
// CHECK-NEXT: {{^}}nested|operator new|-{{$}}
// CHECK-NEXT: {{^}}nested|operator new|-{{$}}
// CHECK-NEXT: {{^}}of_instances|operator new|double{{$}}
// CHECK-NEXT: {{^}}of_instances|operator new|float{{$}}
// CHECK-NOT: {{.}}

//--- a.cfg
pointer:Alloc size=0
//--- m.cpp
struct Foo { long A[3]; };
struct Bar { int X; };
void *volatile Sink;

static int two(int *I = new int, Foo *F = new Foo) { Sink = I; Sink = F; return 0; }
static int same(int *I = new int, int *J = new int) { Sink = I; Sink = J; return 0; }
static int outer(Bar *B = new Bar, int = two()) { Sink = B; return 0; }
template <class T> static void of(T *P = new T) { Sink = P; }
static void agree() { same(); }
static void differ() { two(); }
static void given() { two(new int); }
static void nested() { outer(); }
static void of_instances() { of<float>(); of<double>(); }

// 20 of them in one another: clang's own time doubles with each.
static int d0(long *L = new long) { Sink = L; return 0; }
#define ONE(Name, Of) static int Name(int A = Of()) { return A; }
#define FOUR(A, B, C, D, Of) ONE(A, Of) ONE(B, A) ONE(C, B) ONE(D, C)
FOUR(a0, a1, a2, a3, d0) FOUR(b0, b1, b2, b3, a3) FOUR(c0, c1, c2, c3, b3)
FOUR(e0, e1, e2, e3, c3) FOUR(f0, f1, f2, f3, e3)
static void deep() { f3(); }

int main() { agree(), differ(), given(), nested(), of_instances(), deep(); }
