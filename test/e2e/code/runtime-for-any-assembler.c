// The runtime is assembly text that clang's assembler and GNU as take in either dialect,
// directly and by way of a file, beside assembly of the program.
//
// RUN: %cc -O2 -masm=intel %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-integrated-as %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-addrsig -S %s -o %t.s && %clang %t.s -o %t && %run_rows | %FileCheck %s
// RUN: %clang -fno-integrated-as %t.s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-integrated-as -S %s -o %t.s && %clang %t.s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g -fno-integrated-as %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g -ffunction-sections -S -emit-llvm %s -o %t.ll && %clang %t.ll -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|main|-|-|24|10{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

__asm__(".pushsection .rodata\n.globl seven\nseven: .long 7\n.popsection\n");
extern const int seven __attribute__((visibility("hidden")));

static void *volatile Sink;
__attribute__((noinline)) void work(void) { Sink = malloc(24); }
int main(void) {
  for (int I = 0; I < 10; ++I)
    work();
  return seven - 7;
}
