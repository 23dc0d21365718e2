// Whoever looks at the stack from a signal's handler (a profiler, a cancellation) finds
// its way up from each instruction of a call that counts, as it would from code of the
// program: directly, and from shared code.
//
// REQUIRES: x86_64
// RUN: %cc -O2 %s -o %t && %profile %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -O2 -fPIC %s -o %t && %profile %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -O0 %s -o %t && %profile %t > %t.out && %FileCheck %s --input-file=%t.out
//
// CHECK: {{^}}at {{3[0-9]|4[0-9]}} instructions, work was not found from 0{{$}}
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

#define TRAP_FLAG 0x100

// Hidden, but of this executable.
extern char *__allocsite_count_v7, *__allocsite_count_behind_v7;

static char Memory[16];
__attribute__((noinline, alloc_size(1))) static void *take(size_t Size) {
  __asm__ volatile("");
  return Memory + (Size & 1);
}

static void *volatile Sink;
static void *Caller;
static long Steps, Lost;

static int isIn(char *At, char *Function) {
  return At >= Function && At < Function + 100;
}

static void handler(int Signal, siginfo_t *Info, void *Context) {
  char *At = (char *)((ucontext_t *)Context)->uc_mcontext.gregs[REG_RIP];
  if (!isIn(At, __allocsite_count_v7) && !isIn(At, __allocsite_count_behind_v7))
    return;
  ++Steps;
  void *Frames[64];
  for (int I = backtrace(Frames, 64); I-- > 0;)
    if (Frames[I] == Caller)
      return;
  ++Lost;
}

__attribute__((noinline)) static void work(int Traced) {
  Caller = __builtin_return_address(0);
  if (Traced)
    __asm__ volatile(
        "sub $128, %%rsp; pushf; orl %0, (%%rsp); popf; add $128, %%rsp"
        :
        : "i"(TRAP_FLAG)
        : "memory", "cc");
  Sink = take(8);
  if (Traced)
    __asm__ volatile(
        "sub $128, %%rsp; pushf; andl %0, (%%rsp); popf; add $128, %%rsp"
        :
        : "i"(~TRAP_FLAG)
        : "memory", "cc");
}

int main(void) {
  void *Frames[4];
  backtrace(Frames, 4); // loads what it needs
  struct sigaction Action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  work(0);
  work(1);
  work(1);
  printf("at %ld instructions, work was not found from %ld\n", Steps, Lost);
}
