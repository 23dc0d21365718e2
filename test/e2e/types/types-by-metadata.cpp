// Where the source was not read, the metadata `heapallocsite` on a call is its type: clang
// puts it there with -g, and opt knows it. Named as the source names it; `-`
// where it says nothing, or bytes. Where the source was read, that comes first.
//
// RUN: split-file %s %t.d
// RUN: %clangxx -O0 -fdeclspec -g -S -emit-llvm %t.d/m.cpp -o %t.ll
// RUN: %opt_pass -passes='default<O1>' %t.ll -o %t.bc
// RUN: %clangxx %t.bc -o %t && %run_types | %FileCheck %s
// RUN: %clangxx -O0 -fdeclspec -g -gcodeview -S -emit-llvm %t.d/m.cpp -o %t.ll
// RUN: %opt_pass -passes='default<O1>' %t.ll -o %t.bc
// RUN: %clangxx %t.bc -o %t && %run_types | %FileCheck %s
// RUN: %clang -O0 -fdeclspec -g -gcodeview -S -emit-llvm %t.d/m.c -o %t.ll
// RUN: %opt_pass -passes='default<O1>' %t.ll -o %t.bc
// RUN: %clang %t.bc -o %t && %run_types | %FileCheck %s --check-prefix=C
// RUN: %cxx -O1 -fdeclspec -g -gcodeview %t.d/m.cpp -o %t && %run_types | %FileCheck %s
//
// CHECK: {{^}}a1|operator new|ns::Foo{{$}}
// CHECK-NEXT: {{^}}a2|operator new[]|ns::Pair<unsigned int>{{$}}
// CHECK-NEXT: {{^}}a3|operator new|int *{{$}}
// CHECK-NEXT: {{^}}a4|operator new|(anonymous namespace)::Local{{$}}
// CHECK-NEXT: {{^}}a5|operator new[]|int{{$}}
// CHECK-NEXT: {{^}}a6|operator new|InFunction{{$}}
// CHECK-NEXT: {{^}}a7|operator new|const ns::Foo *const *{{$}}
// CHECK-NEXT: {{^}}a8|operator new|char{{$}}
// CHECK-NEXT: {{^}}a9|operator new|ns::Outer::Colour{{$}}
// CHECK-NEXT: {{^}}aa|operator new|ns::Pair<ns::Pair<(anonymous namespace)::Local>>{{$}}
// CHECK-NEXT: {{^}}ab|operator new|InFunction{{$}}
// CHECK-NEXT: {{^}}b1|take|ns::Foo{{$}}
// CHECK-NEXT: {{^}}b2|take|-{{$}}
// CHECK-NEXT: {{^}}b3|take|-{{$}}
// CHECK-NOT: {{.}}
//
// C: {{^}}c1|take|struct foo{{$}}
// C-NEXT: {{^}}c2|take|struct foo *{{$}}
// C-NEXT: {{^}}c3|take|enum colour{{$}}
// C-NEXT: {{^}}c4|take|union both{{$}}
// C-NEXT: {{^}}c5|take|-{{$}}
// C-NEXT: {{^}}c6|take|-{{$}}
// C-NOT: {{.}}

//--- m.cpp
#include <stddef.h>
namespace ns {
struct Foo { long X; };
template <class T> struct Pair { T A, B; };
struct Outer { enum Colour { Red }; };
} // namespace ns
using Couple = ns::Pair<unsigned>;
namespace { struct Local { int X; }; }
static char Room[99];
extern "C" __attribute__((noinline, alloc_size(1))) __declspec(allocator) void *take(size_t N) {
  return Room + N;
}
void *volatile Sink;
void a1() { Sink = new ns::Foo; }
void a2() { Sink = new Couple[2]; }
void a3() { Sink = new int *; }
void a4() { Sink = new Local; }
void a5() { Sink = new int[2][7]; }
void a6() { struct InFunction { int X; }; Sink = new InFunction; }
void a7() { Sink = new const ns::Foo *const *; }
void a8() { Sink = new char; }
void a9() { Sink = new ns::Outer::Colour; }
void aa() { Sink = new ns::Pair<ns::Pair<Local>>; }
void ab() { enum InFunction { Blue }; Sink = new InFunction; }
void b1() { Sink = (ns::Foo *)take(8); }
void b2() { Sink = take(9); }
void b3() { Sink = (unsigned char *)take(10); }
int main() { a1(), a2(), a3(), a4(), a5(), a6(), a7(), a8(), a9(), aa(), ab(), b1(), b2(), b3(); }
//--- m.c
#include <stddef.h>
typedef struct foo { long X; } foo_t;
enum colour { Red };
union both { int A; };
static char Room[99];
__attribute__((noinline, alloc_size(1))) __declspec(allocator) void *take(size_t N) {
  return Room + N;
}
void *volatile Sink;
void c1(void) { Sink = (foo_t *)take(1); }
void c2(void) { Sink = (foo_t **)take(2); }
void c3(void) { Sink = (enum colour *)take(3); }
void c4(void) { Sink = (union both *)take(4); }
void c5(void) { Sink = take(5); }
void c6(void) { Sink = (char *)take(6); }
int main(void) { c1(), c2(), c3(), c4(), c5(), c6(); return 0; }
