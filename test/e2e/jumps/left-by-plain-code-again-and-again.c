// Code without the pass jumps out of instrumented functions, again and again. The context that is
// left behind is another one each time, but the stacks are not: they are counted as they are found,
// and memory does not grow.
//
// RUN: %clang -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cc -O2 %s %t.plain.o -o %t && %profile:memory=1 %t 2>/dev/null && %rows %t.csv | %FileCheck %s
//
// CHECK-NOT: (other)
// CHECK:     allocates{{.*}}|50|30001{{$}}
// CHECK-NOT: {{.}}
#include <setjmp.h>
#include <stdlib.h>
void plain(void);
void jumps(void);
void inner(void);
void allocates(void);
#ifdef PLAIN
static jmp_buf Back;
void jumps(void) { longjmp(Back, 1); }
void plain(void) {
  for (volatile int I = 0; I < 30000; ++I)
    if (!setjmp(Back))
      inner();
    else
      allocates();
  allocates();
}
#else
static void *volatile Sink;

void allocates(void) {
  Sink = malloc(50);
  free(Sink);
}
void inner(void) {
  jumps();
  Sink = NULL;
}

int main(void) {
  plain();
  Sink = NULL;
}
#endif
