// A handler may fork at any instruction of a count that learns a stack. The child goes on
// from there: it has the right callers of all that it counts from then on, and neither crashes
// nor waits for ever.
//
// REQUIRES: x86_64
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:verbosity=0 %t > %t.out
// RUN: %FileCheck %s --input-file=%t.out
// RUN: %python %S/Inputs/ways.py %allocsite %t.dir/a*.csv | %FileCheck %s --check-prefix=LOGS

// CHECK: {{^}}{{[1-9][0-9][0-9]+}} children, 0 failed
// LOGS: {{^}}{{[1-9][0-9][0-9][0-9]+}} rows
// LOGS-NEXT: {{^}}0 stacks
// LOGS-NEXT: {{^}}0 wrong
#include "Inputs/Ways.h"
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

constexpr unsigned Every = 23; // so many instructions a fork
static Ways *Module;
static volatile bool IsChild;
static unsigned Steps, Children, Failed;

static void setStepping(bool On) {
  if (On)
    __asm__ volatile("pushfq; orq $256, (%%rsp); popfq" ::: "memory", "cc");
  else
    __asm__ volatile("pushfq; andq $-257, (%%rsp); popfq" ::: "memory", "cc");
}

static void onStep(int, siginfo_t *, void *At) {
  if (Steps++ % Every)
    return;
  pid_t Child = fork();
  if (Child == 0) {
    IsChild = true;
    static_cast<ucontext_t *>(At)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
    alarm(20);
    return;
  }
  ++Children;
  int Status;
  waitpid(Child, &Status, 0);
  if (Status == 0)
    return;
  ++Failed;
  printf("at step %u: status %x\n", Steps - 1, unsigned(Status));
}

int main() {
  static Ways TheModule;
  Module = &TheModule;
  // The table is there, and rules of the code are known.
  Module->go(0b10101010);
  Module->go(0b10101011);
  struct sigaction Action = {};
  Action.sa_sigaction = onStep;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &Action, nullptr);
  calling(*Module, Module->callAt(0, 0, 1), [] {
    // Not the pushes and pops of the way there alone.
    setStepping(true);
    if (!IsChild)
      calling(*Module, Module->callAt(1, 1, 1),
              [] { Module->allocate(Module->siteAt(1, 1, 0), 0b111); });
    setStepping(false);
  });
  if (IsChild) {
    // The same again, and others.
    for (unsigned Which = 0; Which < 2; ++Which)
      for (unsigned Way : {0b111, 0b11101, 0b1110101, 0b10101010, 0b1111111111})
        Module->go(Way, Which);
    exit(0);
  }
  printf("%u children, %u failed\n", Children, Failed);
}
