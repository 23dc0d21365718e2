// A function that is declared `const` or `pure` and yet makes what it returns, once, is
// called by its caller, and by nobody who was called before it.
//
// RUN: %cc -O0 -DMAKER -c %s -o %t.o
// RUN: %cc -O0 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -DMAKER -c %s -o %t.o
// RUN: %cc -O2 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -flto -DMAKER -c %s -o %t.o
// RUN: %cc -O2 -flto %lld %s %t.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}makeOnce|user|main|-|40|2{{$}}
// CHECK-NEXT: {{^}}readOnce|user|main|-|24|2{{$}}
// CHECK-NEXT: {{^}}pointed|gone|user|main|1|4{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>
__attribute__((const, noinline)) void *makeOnce(int N);
__attribute__((pure, noinline)) void *readOnce(int N);

#ifdef MAKER
static void *Made[8];
void *makeOnce(int N) { return Made[N] ? Made[N] : (Made[N] = malloc(40)); }
void *readOnce(int N) { return Made[N] ? Made[N] : (Made[N] = malloc(24)); }
#else
static void *volatile Sink;
static void pointed(void) { Sink = malloc(1); }
static void (*volatile Pointer)(void) = pointed;

// Nobody but who pushes calls it: it leaves its word behind.
__attribute__((noinline)) static void gone(void) {
  Pointer();
  Sink = NULL;
}
__attribute__((noinline)) void user(int N) {
  gone();
  Sink = makeOnce(N);
  gone();
  Sink = readOnce(N + 1);
  Sink = NULL;
}

int main(void) {
  user(1);
  user(3);
}
#endif
