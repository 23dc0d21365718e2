// Nothing that the runtime does on the program's behalf changes errno, nor the
// signal mask.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=/no/such/dir/a.csv %t
#include "Inputs/Play.h"
#include <errno.h>
#include <signal.h>

int main() {
  errno = 77;
  sigset_t Before, After;
  sigprocmask(SIG_SETMASK, nullptr, &Before);
  static OneSite Module;
  for (uint64_t Size = 0; Size < 10000; ++Size)
    Module.allocate(Size);
  ALLOCSITE_SYM_FLUSH(ALLOCSITE_END_EXEC, 0);
  if (errno != 77)
    return 1;
  sigprocmask(SIG_SETMASK, nullptr, &After);
  for (int Signal = 1; Signal < 32; ++Signal)
    if (sigismember(&Before, Signal) != sigismember(&After, Signal))
      return 2;
}
