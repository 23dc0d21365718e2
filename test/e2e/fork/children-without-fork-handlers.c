// _Fork and a raw clone run no fork handlers. Such a child does the parent no harm: it
// writes no log and no profile, and removes none, however it ends. The limit: until
// its first miss it adds to the parent's counts, at most what it allocates of keys
// that the parent has in a slot; what comes after is not counted.
//
// A child is known by memory that the kernel wipes (MADV_WIPEONFORK): qemu does not.
// REQUIRES: native
//
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: for how in misses hits; do for by in fork clone; do for end in exit _exit exec kill; do env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/$how-$by-$end.csv %t $how $by $end 2> %t.err || exit 1; grep -c wrote %t.err; done; done; done | sort | uniq -c | %FileCheck %s --check-prefix=WROTE
// RUN: %files %t.dir | count 16
// RUN: for f in %t.dir/misses-*.csv; do %rows --cols "bytes allocated,call count" $f; done | sort | uniq -c | %FileCheck %s --check-prefix=MISSES
// RUN: for f in %t.dir/hits-*.csv; do %rows --cols "bytes allocated,call count" $f; done | sort | uniq -c | %FileCheck %s --check-prefix=HITS
//
// WROTE:      {{^ *16 }}1{{$}}
// WROTE-NOT:  {{.}}
// MISSES:     {{^ *8 }}100|50{{$}}
// MISSES-NOT: {{.}}
// HITS:       {{^ *8 }}100|57{{$}}
// HITS-NOT:   {{.}}
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if __GLIBC_PREREQ(2, 34)
#define forkWithoutHandlers _Fork
#else
#define forkWithoutHandlers() (pid_t) syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)
#endif

static void *volatile Sink;
__attribute__((noinline)) static void allocate(int Size) {
  Sink = malloc(Size);
  free(Sink);
}

static void end(const char *How) {
  if (!strcmp(How, "exit"))
    exit(0);
  if (!strcmp(How, "_exit"))
    _exit(0);
  if (!strcmp(How, "exec"))
    execl("/bin/true", "true", (char *)NULL);
  raise(SIGKILL);
}

__attribute__((noinline)) static void hundred(int Times) {
  for (; Times; --Times)
    allocate(100);
  Sink = NULL;
}

int main(int Count, char **Arguments) {
  (void)Count;
  // One call of it: one key, one slot.
  void (*volatile Hundred)(int) = hundred;
  pid_t Child = 0;
  for (int Step = 0; Step < 3; ++Step) {
    // Hits of the child are the parent's, misses are nobody's.
    if (Step == 1) {
      Child = !strcmp(Arguments[2], "fork")
                  ? forkWithoutHandlers()
                  : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
      if (Child != 0 || strcmp(Arguments[1], "hits"))
        continue;
    }
    if (Step == 2 && Child)
      waitpid(Child, NULL, 0);
    if (Step == 2 && !Child) {
      for (int Size = 200; Size < 5000; ++Size)
        allocate(Size);
    }
    Hundred(Step == 1 ? 7 : 25);
    if (Step == 2 && !Child)
      end(Arguments[3]);
  }
  return 0;
}
