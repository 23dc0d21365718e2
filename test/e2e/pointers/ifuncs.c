// A resolver runs while the program is being linked, and may allocate: it and what it
// calls are left alone. What it chooses counts, as do the copies of a function for
// several processors.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fPIC -Wl,-z,now %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-pie -no-pie %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}chosen|calls|main|-|20|3{{$}}
// CHECK-NEXT: {{^}}copied{{([.](avx2|default))?}}|calls|main|-|10|3{{$}}
// CHECK-NOT:  {{.}}
// RUN: grep -q "resolver allocated: 1" %t.out
#include <stdio.h>
#include <stdlib.h>

static void *volatile Sink;
static void *Resolved;

static void chosen(int Size) {
  Sink = malloc(Size);
  Sink = NULL;
}
static void helper(void) { Resolved = malloc(1000); }
static void (*resolve(void))(int) {
  helper();
  return chosen;
}
void chooses(int Size) __attribute__((ifunc("resolve")));

#ifdef __x86_64__
__attribute__((target_clones("avx2", "default")))
#endif
 void copied(int Size) {
  Sink = malloc(Size);
  Sink = NULL;
}

__attribute__((noinline)) void calls(void) {
  copied(10);
  chooses(20);
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 3; ++I)
    calls();
  printf("resolver allocated: %d\n", Resolved != NULL);
}
