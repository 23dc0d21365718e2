// After a jump out of several frames chains name those who are on the stack.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|outer|main|-|40|3{{$}}
// CHECK-NEXT: {{^}}leaf|jumper|outer|main|30|3{{$}}
// CHECK-NEXT: {{^}}leaf|main|-|-|20|3{{$}}
// CHECK-NOT:  {{.}}
#include <setjmp.h>
#include <stdlib.h>

static void *volatile Sink;
static jmp_buf Place;

__attribute__((noinline)) void leaf(int Size) { Sink = malloc(Size); }

__attribute__((noinline)) void jumper(void) {
  leaf(30);
  longjmp(Place, 1);
}

__attribute__((noinline)) void outer(void) {
  if (setjmp(Place))
    leaf(40);
  else
    jumper();
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 3; ++I) {
    outer();
    leaf(20);
  }
  return 0;
}
