// A local function into which a longjmp leads does not leave the thread's word as it
// was, though neither it nor who jumps stores one for a call. Who calls it puts the word
// back: code without instrumentation that goes on finds its own.
//
// RUN: %clang -O2 -DPLAIN -c %s -o %t.o
// RUN: for O in 0 1 2; do %cc -O$O %s %t.o -o %t && %run_rows | %FileCheck %s || exit 1; done
//
// CHECK:     {{^}}allocate|plain|main|-|8|1{{$}}
// CHECK-NOT: {{.}}
#include <setjmp.h>
#include <stdlib.h>

void plain(void (*First)(void), void (*Second)(void));

#ifdef PLAIN
void plain(void (*First)(void), void (*Second)(void)) {
  First();
  Second();
}
#else
static jmp_buf Back;
static void *volatile Sink;
static volatile int Jumps = 1;

__attribute__((noinline)) static void jump(void) {
  if (Jumps)
    longjmp(Back, 1);
}
__attribute__((noinline)) static void jumpedInto(void) {
  if (!setjmp(Back))
    jump();
}

void first(void) {
  jumpedInto();
  Jumps = 2;
}
void allocate(void) {
  Sink = malloc(8);
  Jumps = 3;
}

int main(void) {
  plain(first, allocate);
  return Jumps != 3;
}
#endif
