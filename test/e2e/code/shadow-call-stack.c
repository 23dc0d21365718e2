// A program with a shadow call stack: its register is left alone, also where calls would pass the
// context in it. (libc may use it, so that the allocator is the program's.)
//
// REQUIRES: aarch64
// RUN: for Level in 0 1 2; do \
// RUN:   %cc -O$Level -ffixed-x18 -fsanitize=shadow-call-stack %s -o %t && %run_rows | %FileCheck %s && \
// RUN:   %FileCheck %s --input-file=%t.out --check-prefix=OUT || exit 1; done
//
// CHECK:      {{^}}leaf|work|run|main|8|60
// CHECK-NEXT: {{^}}leaf|run|main|-|20|10
// CHECK-NOT:  {{.}}
// OUT: 60, balanced
#include <stdio.h>

static void *volatile Sink;
static char Memory[32];
static volatile int One = 1;
static void *Shadow[4096];

__attribute__((noinline, alloc_size(1))) static void *take(int Size) { return Memory + Size % 2; }
__attribute__((noinline)) static void leaf(int Size) {
  Sink = take(Size);
  Sink = 0;
}
__attribute__((noinline)) static int work(int N) {
  leaf(8);
  return N > 1 ? work(N - 1) + One : 1;
}
__attribute__((noinline)) static int run(void) {
  int Sum = work(6);
  leaf(20);
  return Sum;
}

__attribute__((no_sanitize("shadow-call-stack"))) int main(void) {
  __asm__ volatile("mov x18, %0" : : "r"(Shadow));
  int Sum = 0;
  for (int I = 0; I < 10; ++I)
    Sum += run();
  void **Now;
  __asm__ volatile("mov %0, x18" : "=r"(Now));
  printf("%d, %s\n", Sum, Now == Shadow ? "balanced" : "not balanced");
}
