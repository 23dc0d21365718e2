// A handler may fork at any instruction of a count that learns a stack. The child goes on
// from there: it has the right callers of all that it counts from then on, and neither crashes
// nor waits for ever.
//
// REQUIRES: stepping
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:verbosity=0 %stepped %t > %t.out
// RUN: %FileCheck %s --input-file=%t.out
// RUN: %python %S/Inputs/ways.py %allocsite %t.dir/a*.csv | %FileCheck %s --check-prefix=LOGS

// CHECK: {{^}}{{[1-9][0-9][0-9]+}} children, 0 failed
// LOGS: {{^}}{{[1-9][0-9][0-9][0-9]+}} rows
// LOGS-NEXT: {{^}}0 stacks
// LOGS-NEXT: {{^}}0 wrong
#include "Inputs/Ways.h"
#include "../e2e/Inputs/each-instruction.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr unsigned Every = 23; // so many instructions a fork
static Ways *Module;
static unsigned Children, Failed;

static void interrupted(uintptr_t) {
  if (Interruptions % Every)
    return;
  pid_t Child = fork();
  if (Child == 0) {
    leaveAlone();
    alarm(20);
    return;
  }
  ++Children;
  int Status;
  waitpid(Child, &Status, 0);
  if (Status == 0)
    return;
  ++Failed;
  printf("at step %d: status %x\n", Interruptions, unsigned(Status));
}

int main() {
  static Ways TheModule;
  Module = &TheModule;
  // The table is there, and rules of the code are known.
  Module->go(0b10101010);
  Module->go(0b10101011);
  calling(*Module, Module->callAt(0, 0, 1), [] {
    // Not the pushes and pops of the way there alone.
    stepEach();
    if (!IsAlone)
      calling(*Module, Module->callAt(1, 1, 1),
              [] { Module->allocate(Module->siteAt(1, 1, 0), 0b111); });
    stepUntilHere();
  });
  if (IsAlone) {
    // The same again, and others.
    for (unsigned Which = 0; Which < 2; ++Which)
      for (unsigned Way : {0b111, 0b11101, 0b1110101, 0b10101010, 0b1111111111})
        Module->go(Way, Which);
    exit(0);
  }
  printf("%u children, %u failed\n", Children, Failed);
}
