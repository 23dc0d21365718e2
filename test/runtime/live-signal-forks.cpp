// Signal handlers that fork at any instruction of what follows blocks: the child goes on from
// there, and but for the operation at hand its numbers are right. Forked in the middle of a count it
// has no table until it allocates, and what it frees until then, seven blocks at most, is not seen;
// that is rare. The allocator here is one that handlers may interrupt.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s %frees -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv:live=1:verbosity=0 %t
// RUN: %python -c "import csv, glob; logs = glob.glob('%t.dir/*.csv'); assert len(logs) == 301; \
// RUN:   sums = [[sum(int(r[c]) for r in csv.DictReader(open(l))) \
// RUN:     for c in ('call count', 'live count', 'freed count')] for l in logs]; \
// RUN:   wrong = [s for s in sums if s[1] > 7 or abs(s[2] - s[0] - 8) > 8]; assert not wrong, wrong; \
// RUN:   late = [s for s in sums if s[1] > 1]; assert len(late) < 15, late; \
// RUN:   exact = [s for s in sums if not s[1]]; assert len(exact) > 200, sums"
#include "Inputs/PlayLive.h"
#include <cstdlib>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static PlayLive Module;
static char Pool[64 * 1024];
static unsigned Next;
static volatile bool IsChild;
static volatile unsigned Forked;

// The next 64 bytes of 1,024.
static void *pool(size_t) {
  Next = (Next + 1) % 1024;
  return Pool + 64 * Next;
}

static void *take(uint32_t Site, size_t Size) { return Module.takeOf(pool, Site, Size); }
static void give(void *Block) { freed(Block, false, nullptr); }

static void handle(int) {
  if (IsChild || Forked == 300)
    return;
  Forked = Forked + 1;
  pid_t Child = fork();
  if (Child < 0)
    _exit(1);
  if (Child == 0)
    IsChild = true;
}

int main() {
  struct sigaction Action = {};
  Action.sa_handler = handle;
  Action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &Action, nullptr);
  struct itimerval Often = {{0, 2000}, {0, 2000}};
  setitimer(ITIMER_REAL, &Often, nullptr);
  unsigned Rounds = 0, After = 0;
  // The child goes on for a while.
  while ((Forked < 300 || IsChild) && After < 40) {
    void *Some[8];
    for (unsigned I = 0; I < 8; ++I, ++Rounds)
      Some[I] = take(I * 4, 16 + Rounds % 3000); // ever new records, too
    for (void *Each : Some)
      give(Each);
    After += IsChild;
  }
  if (IsChild)
    exit(0);
  Often = {};
  setitimer(ITIMER_REAL, &Often, nullptr);
  int Status;
  while (wait(&Status) > 0)
    if (Status != 0)
      return 1;
}
