// Whoever looks at the stack from a signal's handler finds its way up from each
// instruction of a gate, which has a frame while it calls and counts: directly, and from
// shared code. Code with frame pointers, whose stacks are found by those, has no gates.
//
// REQUIRES: x86_64
// RUN: %cc -O2 -fcf-protection=none %s -o %t && %profile %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -O2 -fcf-protection=full %s -o %t && %profile %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -O2 -fPIC %s -o %t && %profile %t > %t.out && %FileCheck %s --input-file=%t.out
// RUN: %cc -O2 -fno-omit-frame-pointer %s -o %t && %profile %t > %t.out && %FileCheck %s --check-prefix=NONE --input-file=%t.out
//
// CHECK: {{^}}at {{4[0-9]}} instructions, work was not found from 0{{$}}
// NONE: {{^}}at 0 instructions, work was not found from 0{{$}}
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define TRAP_FLAG 0x100

// Hidden, but of this executable. What gates share lies near them.
extern char *__allocsite_gate_1_of_1_v7;

static void *volatile Sink;
static void *Caller;
static long Steps, Lost;

static void handler(int Signal, siginfo_t *Info, void *Context) {
  char *At = (char *)((ucontext_t *)Context)->uc_mcontext.gregs[REG_RIP];
  if (labs(At - __allocsite_gate_1_of_1_v7) > 400)
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
  Sink = malloc(8);
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
