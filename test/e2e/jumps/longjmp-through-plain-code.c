// Jumps into code without instrumentation, out of it, and by the compiler's own
// setjmp, where there is one. What code without instrumentation calls after it was jumped into has no
// callers; instrumented code knows its own.
//
// RUN: %clang -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cc -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O3 -g %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -D_FORTIFY_SOURCE=2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}leaf|deep|first|plainSets|12|3{{$}}
// CHECK-DAG: {{^}}leaf|deep|first|plainSets|11|3{{$}}
// CHECK-DAG: {{^}}leaf|deep|first|plainSets|10|3{{$}}
// CHECK-DAG: {{^}}leaf|after|-|-|20|6{{$}}
// CHECK-DAG: {{^}}leaf|away|back|main|30|3{{$}}
// CHECK-DAG: {{^}}leaf|back|main|-|31|3{{$}}
// CHECK-DAG: {{^}}leaf|back|main|-|32|3{{$}}
// CHECK-DAG: {{^}}leaf|jumps|builtin|plainCalls|40|3{{$}}
// CHECK-DAG: {{^}}leaf|next|plainCalls|main|50|3{{$}}
// CHECK-DAG: {{^}}leaf|main|-|-|1|3{{$}}
// RUN: %run_rows | count 10
#include <setjmp.h>
#include <stdlib.h>
void plainSets(void (*First)(void), void (*Then)(void));
void plainJumps(jmp_buf *To);
void plainCalls(void (*First)(void), void (*Then)(void));
static void *volatile Sink;

#ifdef PLAIN
jmp_buf Into;
void plainSets(void (*First)(void), void (*Then)(void)) {
  if (!setjmp(Into))
    First();
  else
    Then();
  Then();
}
void plainJumps(jmp_buf *To) { longjmp(*To, 1); }
void plainCalls(void (*First)(void), void (*Then)(void)) {
  First();
  Then();
  Sink = NULL;
}
#else
extern jmp_buf Into;
static jmp_buf Here;
static jmp_buf Builtin;
#ifdef __aarch64__ // clang has none for it.
#define SET setjmp
#define JUMP longjmp
#else
#define SET(Buffer) __builtin_setjmp((void **)(Buffer))
#define JUMP(Buffer, One) __builtin_longjmp((void **)(Buffer), One)
#endif

__attribute__((noinline)) void leaf(int Size) { Sink = malloc(Size); }

__attribute__((noinline)) void deep(int Depth) {
  leaf(10 + Depth);
  if (Depth)
    deep(Depth - 1);
  else
    longjmp(Into, 1);
  Sink = NULL;
}
void first(void) {
  deep(2);
  Sink = NULL;
}
void after(void) {
  leaf(20);
  Sink = NULL;
}

__attribute__((noinline)) void away(void) {
  leaf(30);
  plainJumps(&Here);
}
__attribute__((noinline)) void back(void) {
  if (setjmp(Here))
    leaf(31);
  else
    away();
  leaf(32);
  Sink = NULL;
}

static volatile int Came;
__attribute__((noinline)) void jumps(void) {
  leaf(40);
  JUMP(Builtin, 1);
}
void builtin(void) {
  Came = 0;
  if (!SET(Builtin))
    jumps();
  Came = 1; // without a call of anything
}
void next(void) {
  leaf(50);
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 3; ++I) {
    plainSets(first, after);
    back();
    plainCalls(builtin, next);
    leaf(1);
  }
}
#endif
