// Types and calls through pointers are known in the code of a C++20 module, both in the
// object of the module, which is made of its precompiled form, and in what a unit that
// imports it makes of inline functions and templates.
//
// REQUIRES: types, llvm-ge-19
//
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: %typed_cxx -std=c++20 -O1 -g --precompile %t.d/m.cppm -o %t.pcm 2>&1 | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++20 -O1 -g -c %t.pcm -o %t.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++20 -O1 -g -fmodule-file=m=%t.pcm %t.d/main.cpp %t.o -o %t
// RUN: %run_types | %FileCheck %s
//
// CHECK: {{^}}hooked{{.*}}|Hooks.take|Foo{{$}}
// CHECK-NEXT: {{^}}inlined{{.*}}|malloc|Foo{{$}}
// CHECK-NEXT: {{^}}long* create{{.*}}|malloc|long{{$}}
// CHECK-NEXT: {{^}}out{{.*}}|operator new|Foo{{$}}
// CHECK-NEXT: {{^}}out_hooked{{.*}}|Hooks.take|Foo{{$}}
// CHECK-NOT: {{.}}

//--- a.cfg
field:Hooks.take size=0
//--- m.cppm
module;
#include <cstdlib>
export module m;
export struct Foo { long A[3]; };
export struct Hooks { void *(*take)(std::size_t); };
export void *volatile Sink;
export inline void inlined() { Sink = (Foo *)std::malloc(100); }
export void out() { Sink = new Foo; }
export template <class T> T *create() { return (T *)std::malloc(sizeof(T)); }
export inline void hooked(const Hooks &H) { Sink = (Foo *)H.take(4); }
export void out_hooked(const Hooks &H) { Sink = (Foo *)H.take(5); }
//--- main.cpp
#include <cstddef>
import m;
static char Room[99];
static void *take(std::size_t N) { return Room + N; }
int main() {
  inlined(), out(), hooked({take}), out_hooked({take});
  Sink = create<long>();
}
