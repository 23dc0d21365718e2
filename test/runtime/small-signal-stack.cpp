// The first allocation of all, the one that makes the profile, may be made by a handler
// on a small stack of its own: what the runtime needs of it beyond what it needs when
// it is off is little.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx -Wl,-z,now %s -o %t
// RUN: %t > %t.off
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.csv %t > %t.on
// RUN: %python -c "off, on = (int(open('%t.' + name).read()) for name in ('off', 'on')); assert 0 < off < on < off + %if x86_64 %{3000%} %else %{3500%}, (off, on)"
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK: "main",-,-,-,5,1,5,
#include "Inputs/Play.h"
#include <signal.h>
#include <stdio.h>

static OneSite *Module;
static unsigned char Stack[65536];

static void handle(int) { Module->allocate(5); }

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  memset(Stack, 0xAB, sizeof(Stack));
  stack_t Alternative = {};
  Alternative.ss_sp = Stack;
  Alternative.ss_size = sizeof(Stack);
  sigaltstack(&Alternative, nullptr);
  struct sigaction Action = {};
  Action.sa_handler = handle;
  Action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &Action, nullptr);
  raise(SIGUSR1);
  size_t Untouched = 0;
  while (Stack[Untouched] == 0xAB)
    ++Untouched;
  printf("%zu", sizeof(Stack) - Untouched);
}
