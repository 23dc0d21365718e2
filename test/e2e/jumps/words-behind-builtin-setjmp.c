// What is kept across __builtin_setjmp() is where the way to the jump, with as many values as
// there are registers, does not put others.
//
// clang has no __builtin_setjmp for AArch64.
// REQUIRES: x86_64
// RUN: %cc -O2 %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cc -O1 %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cc -O2 -g %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cc -O0 %s -o %t && %run_rows | sort | %FileCheck %s
//
// CHECK:      {{^}}after|outer|main|-|11|3{{$}}
// CHECK-NEXT: {{^}}callsRarely|outer|main|-|19|3{{$}}
// CHECK-NEXT: {{^}}keepsMany|outer|main|-|13|3{{$}}
// CHECK-NEXT: {{^}}leaf|callsRarely|outer|main|17|3{{$}}
// CHECK-NEXT: {{^}}leaf|keepsMany|outer|main|7|3{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static void *Buffer[5];
static volatile long Words[64];
static void *volatile Kept;

__attribute__((noinline, noreturn)) static void jump(long Word) {
  Words[0] = Word;
  __builtin_longjmp(Buffer, 1);
}
__attribute__((noinline)) static void leaf(int Size) {
  Kept = malloc(Size);
  Words[1]++;
}

#define LOAD(I) long V##I = Words[I + 2] + 1;
#define STORE(I) Words[I + 2] = V##I * 3;
#define EACH(DO)                                                                         \
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12)       \
  DO(13) DO(14) DO(15) DO(16) DO(17) DO(18) DO(19) DO(20) DO(21) DO(22) DO(23)

#define JUMP_WITH_MANY                                                                   \
  if (__builtin_setjmp(Buffer) == 0) {                                                   \
    EACH(LOAD)                                                                           \
    __asm__ volatile("" ::: "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",     \
                     "r10", "r11", "r12", "r13", "r14", "r15");                          \
    EACH(STORE)                                                                          \
    jump(3);                                                                             \
  }

__attribute__((noinline)) void keepsMany(int Much) {
  if (Much < 5)
    return;
  JUMP_WITH_MANY
  Kept = malloc(13);
  leaf(7);
  Words[1]++;
}

__attribute__((noinline)) void callsRarely(int Much) {
  if (Much < 5)
    return;
  JUMP_WITH_MANY
  if (__builtin_expect(Words[60], 0))
    leaf(17);
  Kept = malloc(19);
  Words[1]++;
}

__attribute__((noinline)) void after(void) {
  Kept = malloc(11);
  Words[1]++;
}

__attribute__((noinline)) void outer(void) {
  keepsMany(9);
  callsRarely(9);
  after();
  Words[1]++;
}

int main(void) {
  Words[60] = 1;
  for (int I = 0; I < 3; ++I)
    outer();
  return 0;
}
