// A program that is killed leaves its profile; `allocsite recover` writes from it
// the CSV that the program would have written. The path is predictable.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O2 -g %s %t.plain.o -o %t && rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.whole.csv %t 0 > %t.pid 2> %t.err
// RUN: %files %t.dir | count 0
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.csv %t 9 > %t.pid 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %files %t.dir | count 1
// RUN: %allocsite recover %t.dir/allocsite-killed.cpp.tmp-$(cat %t.pid).asprof > %t.csv
// RUN: cmp %t.csv %t.whole.csv
// RUN: env TMPDIR=%t.dir %allocsite recover $(cat %t.pid) -o %t.by-pid.csv
// RUN: cmp %t.by-pid.csv %t.whole.csv
// RUN: env TMPDIR=%t.dir %allocsite recover --csv skip $(cat %t.pid) -o %t.skip.csv
// RUN: %FileCheck %s --input-file=%t.skip.csv --check-prefix=SKIP
//
// A crash is no different, nor is an _exit in code without the pass.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t 11 > %t.pid 2> %t.err
// RUN: env TMPDIR=%t.dir %allocsite recover $(cat %t.pid) -o %t.csv
// RUN: cmp %t.csv %t.whole.csv
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t -1 > %t.pid 2> %t.err
// RUN: env TMPDIR=%t.dir %allocsite recover $(cat %t.pid) -o %t.csv
// RUN: cmp %t.csv %t.whole.csv
//
// ERR:     {{^}}heap profiler: enabled!
// ERR-NOT: {{allocsite|profile}}
// SKIP:    pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes{{$}}
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

void leaveAtOnce();
#ifdef PLAIN
void leaveAtOnce() { _exit(0); }
#else
struct Pool {
  __attribute__((alloc_size(2), noinline)) void *get(std::size_t Size) {
    return std::malloc(Size);
  }
};

static void *volatile Sink;
static void leaf(Pool &P, std::size_t Size) { Sink = P.get(Size); }
static void middle(Pool &P) {
  for (std::size_t Size = 0; Size < 2000; ++Size)
    leaf(P, Size);
}

int main(int, char **Arguments) {
  std::printf("%d\n", int(getpid()));
  std::fflush(stdout);
  Pool P;
  middle(P);
  std::thread([&] { middle(P); }).join();
  std::vector<int> Numbers(100);
  Sink = Numbers.data();
  int Signal = std::atoi(Arguments[1]);
  if (Signal < 0)
    leaveAtOnce();
  if (Signal)
    raise(Signal);
}
#endif
