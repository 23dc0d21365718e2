// What naked functions and assembly call is called by them: a naked function stands
// as a frame, jump or call, and the function around assembly has called what that
// calls.
//
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

#if defined(__x86_64__)
#define JUMP "jmp target"
#define CALL                                                                             \
  "push %rbp; .cfi_adjust_cfa_offset 8; call target; "                                   \
  "pop %rbp; .cfi_adjust_cfa_offset -8; ret"
#elif defined(__aarch64__)
#define JUMP "b target"
#define CALL                                                                             \
  "str x30, [sp, #-16]!; .cfi_adjust_cfa_offset 16; .cfi_rel_offset x30, 0; bl target; " \
  "ldr x30, [sp], #16; .cfi_adjust_cfa_offset -16; .cfi_restore x30; ret"
#endif
__attribute__((naked, noinline)) void jumps(int Size) { __asm__(JUMP); }
__attribute__((naked, noinline)) static void jumpsLocally(int Size) { __asm__(JUMP); }
__attribute__((naked, noinline)) void calls(int Size) { __asm__(CALL); }

__attribute__((noinline)) void hops(void) {
  jumpsLocally(12);
  calls(13);
  for (volatile int I = 0; I < 2; ++I)
    jumps(14);
}

__attribute__((noinline)) void assembly(int Size) {
#if defined(__x86_64__)
  // Below the red zone.
  __asm__ volatile("sub $128, %%rsp; call target; add $128, %%rsp"
                   : "+D"(Size)::"rax", "rcx", "rdx", "rsi", "r8", "r9", "r10",
                     "r11", "xmm0", "xmm1", "memory", "cc");
#elif defined(__aarch64__)
  register int First __asm__("w0") = Size;
  __asm__ volatile("bl target"
                   : "+r"(First)::"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10",
                     "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x30", "v0", "v1", "v2",
                     "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21",
                     "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31",
                     "memory", "cc");
#endif
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 3; ++I) {
    hops();
    assembly(15);
  }
}
