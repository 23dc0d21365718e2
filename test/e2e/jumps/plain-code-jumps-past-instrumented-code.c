// Code without the pass jumps, past instrumented functions, to code without the pass that
// calls back next: what it calls has the frames that are on the stack, and none of those that
// are gone. Where an instrumented function jumps, there are no callers, until that code returns
// to code with the pass.
//
// RUN: %clang -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cc -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fPIE -pie %s %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}after|plain|main|-|20|1{{$}}
// CHECK-DAG: {{^}}after|-|-|-|21|1{{$}}
// CHECK-DAG: {{^}}next|main|-|-|22|2{{$}}
// RUN: %run_rows | count 3
#include <setjmp.h>
#include <stdlib.h>
void plain(void (*First)(void), void (*Second)(void));
void plainJumps(void);
extern jmp_buf Back;
#ifdef PLAIN
jmp_buf Back;
void plainJumps(void) { longjmp(Back, 1); }
void plain(void (*First)(void), void (*Second)(void)) {
  if (!setjmp(Back))
    First();
  else
    Second();
}
#else
static void *volatile Sink;
static int Size = 20;

__attribute__((noinline)) static void inner(void) {
  plainJumps();
  Sink = NULL;
}
static void outer(void) {
  inner();
  Sink = NULL;
}
static void jumps(void) {
  longjmp(Back, 1);
}
static void after(void) { Sink = malloc(Size); }
__attribute__((noinline)) static void next(void) { Sink = malloc(22); }

int main(void) {
  plain(outer, after);
  next();
  ++Size;
  plain(jumps, after);
  next();
}
#endif
