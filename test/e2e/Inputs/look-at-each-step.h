// Looks at the stack from each instruction that looksAt() says: work() sets the trap flag
// around what it calls. Include after _GNU_SOURCE.
#include "allocsite/Abi.h"
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

static void *volatile Sink;
static void *Caller; ///< Of work().
static long Steps, Lost;

static int looksAt(char *At);
static void work(int Traced);

static void handler(int Signal, siginfo_t *Info, void *Context) {
  if (!looksAt((char *)((ucontext_t *)Context)->uc_mcontext.gregs[REG_RIP]))
    return;
  ++Steps;
  void *Frames[64];
  for (int I = backtrace(Frames, 64); I-- > 0;)
    if (Frames[I] == Caller)
      return;
  ++Lost;
}

#define TRAP_FLAG 0x100
#define SET_TRAP_FLAG                                                          \
  __asm__ volatile(                                                            \
      "sub $128, %%rsp; pushf; orl %0, (%%rsp); popf; add $128, %%rsp"         \
      :                                                                        \
      : "i"(TRAP_FLAG)                                                         \
      : "memory", "cc")
#define CLEAR_TRAP_FLAG                                                        \
  __asm__ volatile(                                                            \
      "sub $128, %%rsp; pushf; andl %0, (%%rsp); popf; add $128, %%rsp"        \
      :                                                                        \
      : "i"(~TRAP_FLAG)                                                        \
      : "memory", "cc")

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
