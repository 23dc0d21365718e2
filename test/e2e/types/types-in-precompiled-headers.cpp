// Types, and rules for calls through pointers, hold for code that comes out of a
// precompiled header as they do where it is parsed: functions, instances of templates
// that the header made, default arguments and initialisers. The rows are the same.
//
// REQUIRES: types
//
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O1 -g -include %t.d/all.h %t.d/m.cpp -o %t && %run_types > %t.parsed
// RUN: %FileCheck %s < %t.parsed
//
// Named, and found beside the header; made with the plugin, and without it.
// RUN: %clangxx -O1 -g -x c++-header %t.d/all.h -o %t.pch
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O1 -g -include-pch %t.pch %t.d/m.cpp -o %t && %run_types | diff %t.parsed -
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O1 -g -x c++-header %t.d/all.h -o %t.d/all.h.pch 2>&1 | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O1 -g -include %t.d/all.h %t.d/m.cpp -o %t && %run_types | diff %t.parsed -
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O1 -include-pch %t.d/all.h.pch %t.d/m.cpp -o %t
// RUN: %run_types | diff %t.parsed -
// Code of the header's instances is made with the header.
// RUN: %clangxx -O1 -g -fpch-instantiate-templates -x c++-header %t.d/all.h -o %t.pch
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -O1 -g -include-pch %t.pch %t.d/m.cpp -o %t && %run_types | diff %t.parsed -
//
// CHECK: {{^}}Foo* create<Foo>|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}Member::Member|operator new|Bar{{$}}
// CHECK-NEXT: {{^}}by_typedef|Alias.give|-{{$}}
// CHECK-NEXT: {{^}}eager|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}hooked|Hooks.take|Foo{{$}}
// CHECK-NEXT: {{^}}inlined|malloc|Bar{{$}}
// CHECK-NEXT: {{^}}long* create<long>|malloc|long{{$}}
// CHECK-NEXT: {{^}}main|operator new|short{{$}}
// CHECK-NEXT: {{^}}not_inline|Hooks.take|Bar{{$}}
// CHECK-NEXT: {{^}}unknown|malloc|-{{$}}
// CHECK-NOT: {{.}}

//--- a.cfg
field:Hooks.take size=0
field:Alias.give size=0
//--- all.h
#include <cstdlib>
struct Foo { long A[3]; };
struct Bar { int X; };
struct Hooks { void *(*take)(std::size_t); };
typedef struct Tagged { void *(*give)(std::size_t); } Alias;
extern void *volatile Sink;
extern char Room[];
template <class T> T *create() { return (T *)std::malloc(sizeof(T)); }
inline Foo *madeHere() { return create<Foo>(); }
struct Member { Bar *B = new Bar; };
static inline void inlined() { Sink = (Bar *)std::malloc(100); }
static void eager() { Sink = (Foo *)std::malloc(200); }
void not_inline(const Hooks &H) { Sink = (Bar *)H.take(3); }
void by_typedef(const Alias &A) { Sink = A.give(6); }
inline void hooked(const Hooks &H) { Sink = (Foo *)H.take(4); }
inline void unknown() { Sink = std::malloc(5); }
inline void defaulted(short *S = new short) { Sink = S; }
//--- m.cpp
void *volatile Sink;
char Room[99];
static void *take(std::size_t N) { return Room + N; }
int main() {
  Member M;
  Sink = M.B, Sink = madeHere(), Sink = create<long>();
  inlined(), eager(), unknown(), defaulted();
  not_inline({take}), hooked({take}), by_typedef({take});
}
