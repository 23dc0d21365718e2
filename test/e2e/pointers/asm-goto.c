// Assembly that jumps out of a block leaves allocations counted on the way that was
// taken, before it, behind it and where it jumps to.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fPIC -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}branches|main|-|-|10|100{{$}}
// CHECK-DAG: {{^}}branches|main|-|-|20|75{{$}}
// CHECK-DAG: {{^}}leaf|branches|main|-|21|75{{$}}
// CHECK-DAG: {{^}}branches|main|-|-|30|25{{$}}
// CHECK-DAG: {{^}}leaf|branches|main|-|31|25{{$}}
// CHECK-DAG: {{^}}leaf|loops|main|-|40|300{{$}}
// CHECK-DAG: {{^}}leaf|loops|main|-|41|100{{$}}
// RUN: %run_rows | count 7
#include <stdlib.h>

static void *volatile Sink;

#ifdef __aarch64__
#define JUMP(If) "cb" If " %w0, %l1"
#else
#define JUMP(If) "test %0, %0; j" If " %l1"
#endif
__attribute__((noinline)) void leaf(int Size) { Sink = malloc(Size); }

__attribute__((noinline)) void branches(int N) {
  Sink = malloc(10);
  __asm__ goto(JUMP("z") : : "r"(N % 4) : "cc" : zero);
  Sink = malloc(20);
  leaf(21);
  Sink = NULL;
  return;
zero:
  Sink = malloc(30);
  leaf(31);
  Sink = NULL;
}

// The jump goes back.
__attribute__((noinline)) void loops(void) {
  int Left = 3;
again:
  leaf(40);
  --Left;
  __asm__ goto(JUMP("nz") : : "r"(Left) : "cc" : again);
  leaf(41);
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 100; ++I) {
    branches(I);
    loops();
  }
}
