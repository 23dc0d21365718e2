// What functions allocate that do not return has the frames of who called them, wherever on
// the way that was: before another call, behind it, and behind an allocation alone.
//
// RUN: printf 'malloc\n' > %t.leaves
// RUN: %cc -O0 %s -o %t && %run_rows 2>/dev/null | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows 2>/dev/null | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=leaves=%t.leaves %cc -O2 %s -o %t && %run_rows 2>/dev/null | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=leaves=%t.leaves %cc -O2 -fPIC -pie %s -o %t && %run_rows 2>/dev/null | %FileCheck %s
//
// CHECK-DAG: {{^}}fatal|early|works|main|1|1{{$}}
// CHECK-DAG: {{^}}fatal|behind|works|main|2|1{{$}}
// CHECK-DAG: {{^}}fatal|late|works|main|3|1{{$}}
// CHECK-DAG: {{^}}fatal|late|works|main|4|1{{$}}
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf Back;
static void *volatile Sink;
static volatile int Zero;

__attribute__((noinline, noreturn)) void fatal(int Size) {
  Sink = malloc(Size);
  longjmp(Back, 1);
}
__attribute__((noinline)) int calls(int N) {
  Sink = malloc(100 + N);
  Sink = NULL;
  return N;
}

__attribute__((noinline)) int early(int N) {
  if (N == 1)
    fatal(1);
  int Got = calls(N);
  Sink = NULL;
  return Got + 1;
}
__attribute__((noinline)) int behind(int N) {
  int Got = calls(N);
  Sink = NULL;
  if (N == 2)
    fatal(2);
  return Got + 1;
}
__attribute__((noinline)) void *late(int N) {
  if (N == 9)
    fatal(9);
  char *Made = malloc(200 + N);
  if (N == 3)
    fatal(3);
  if (N == 4)
    fatal(4);
  Made[0] = N;
  return Made;
}

__attribute__((noinline)) void works(int N) {
  if (setjmp(Back))
    return;
  Sink = (void *)(long)early(N);
  Sink = (void *)(long)behind(N);
  Sink = late(N);
}

int main(void) {
  for (int N = 1; N < 6; ++N)
    works(N + Zero);
}
