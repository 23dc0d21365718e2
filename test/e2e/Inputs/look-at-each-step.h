// Looks at the stack from each instruction that looksAt() says, of those that work() steps
// through. Include after _GNU_SOURCE.
#include "allocsite/Abi.h"
#include "each-instruction.h"
#include <execinfo.h>
#include <stdio.h>

static void *volatile Sink;
static void *Caller; ///< Of work().
static long Steps, Lost;

static int looksAt(char *At);
static void work(int Traced);

static void interrupted(uintptr_t Pc) {
  if (!looksAt((char *)Pc))
    return;
  ++Steps;
  void *Frames[64];
  for (int I = backtrace(Frames, 64); I-- > 0;)
    if (Frames[I] == Caller)
      return;
  ++Lost;
}

int main(void) {
  void *Frames[4];
  backtrace(Frames, 4); // loads what it needs
  work(0);
  work(1);
  work(1);
  printf("at %ld instructions, work was not found from %ld\n", Steps, Lost);
}
