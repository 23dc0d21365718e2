// Code without the pass jumps past instrumented functions and calls back: the context that was left
// behind is that of a stack that is known. That is found by comparing stacks once in a while, and
// told. Where all is right, nothing is.
//
// RUN: %clang -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cc -O2 %s %t.plain.o -o %t && %profile %t 2>&1 | grep coverage | %FileCheck %s
// RUN: %table coverage %t.csv | %FileCheck %s --check-prefix=TABLE
// RUN: %cc -O2 -DRIGHT %s %t.plain.o -o %t && %profile %t 2>&1 | not grep 'allocsite: coverage'
//
// CHECK: coverage: {{[0-9]+}} of {{[0-9]+}} stacks that were compared were not those of their contexts
// TABLE: "stacks":{{[0-9]+}},
// TABLE: "compared stacks":{{[0-9]+}},
// TABLE-NEXT: "other stacks":{{[1-9][0-9]*}},
#include <setjmp.h>
#include <stdlib.h>
void plain(int Jumps);
void plainBelow(int Jumps);
void inner(int Jumps);
void allocates(void);
#ifdef PLAIN
static jmp_buf Back;
void plainBelow(int Jumps) {
  if (Jumps)
    longjmp(Back, 1);
  allocates();
}
void plain(int Jumps) {
  if (!setjmp(Back))
    inner(Jumps);
  else
    allocates();
}
#else
static void *volatile Sink;
static int Size;

void allocates(void) {
  Sink = malloc(++Size % 30000);
  free(Sink);
}
void inner(int Jumps) {
  plainBelow(Jumps);
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 30000; ++I)
#ifdef RIGHT
    plain(0);
#else
    plain(I % 2);
#endif
}
#endif
