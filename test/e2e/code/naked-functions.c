// What naked functions and assembly call is called by them: a naked function stands
// as a frame, jump or call, and the function around assembly has called what that
// calls.
//
// REQUIRES: x86_64
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O3 -g -fPIC %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}target|jumps|hops|main|14|6{{$}}
// CHECK-NEXT: {{^}}target|assembly|main|-|15|3{{$}}
// CHECK-NEXT: {{^}}target|calls|hops|main|13|3{{$}}
// CHECK-NEXT: {{^}}target|jumpsLocally|hops|main|12|3{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static void *volatile Sink;

void target(int Size) { Sink = malloc(Size); }

__attribute__((naked, noinline)) void jumps(int Size) { __asm__("jmp target"); }
__attribute__((naked, noinline)) static void jumpsLocally(int Size) {
  __asm__("jmp target");
}
__attribute__((naked, noinline)) void calls(int Size) {
  __asm__("push %rbp; .cfi_adjust_cfa_offset 8; call target; "
          "pop %rbp; .cfi_adjust_cfa_offset -8; ret");
}

__attribute__((noinline)) void hops(void) {
  jumpsLocally(12);
  calls(13);
  for (volatile int I = 0; I < 2; ++I)
    jumps(14);
}

__attribute__((noinline)) void assembly(int Size) {
  // Below the red zone.
  __asm__ volatile("sub $128, %%rsp; call target; add $128, %%rsp"
                   : "+D"(Size)::"rax", "rcx", "rdx", "rsi", "r8", "r9", "r10",
                     "r11", "xmm0", "xmm1", "memory", "cc");
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 3; ++I) {
    hops();
    assembly(15);
  }
}
