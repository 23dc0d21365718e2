// To be marked changes no code: where what is marked is left out, the object is the one
// that comes without rules, at every level, with debug information and without. A
// call that no rule names is not touched.
//
// REQUIRES: types
//
// RUN: split-file %s %t
// RUN: %typed_cc -O0 -g -c %t/m.c -o %t.0.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cc -O0 -g -c %t/m.c -o %t.1.o
// RUN: cmp %t.0.o %t.1.o
// RUN: %typed_cc -O2 -c %t/m.c -o %t.0.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cc -O2 -c %t/m.c -o %t.1.o
// RUN: cmp %t.0.o %t.1.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cc -O0 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm %t/m.c -o - | %FileCheck %s
//
// CHECK: c"allocsite call 1\0A5:{{[0-9]+}}\0Aip\0Afield:State.take\0Apointer:Alloc\00"
// CHECK-NOT: allocsite call

//--- a.cfg
field:State.take size=0
src:*/m.c
//--- m.c
typedef void *(*Alloc)(int, char *);
struct State { Alloc take, give; };
static char Text[9];
void *marked(struct State *S) {
  return (*S->take)(1, Text);
}
void *other(struct State *S) { return S->give(2, 0); }
