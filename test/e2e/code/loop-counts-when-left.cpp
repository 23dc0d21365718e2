// What a loop counts in a register is in the profile whichever way the loop is left: by
// its condition, a break, a return, a throw, a longjmp, and the end of the process in a
// callee. A child that the loop forks has what it allocates itself.
//
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %profile %t exits && %python %S/../Inputs/sums.py %t.csv | %FileCheck %s --check-prefix=ENDS
// RUN: %profile %t at-once && %python %S/../Inputs/sums.py %t.csv | %FileCheck %s --check-prefix=ENDS
// RUN: rm -f %t-*.csv
// RUN: %profile %t forks && %python %S/../Inputs/sums.py "%t*.csv" | sort | %FileCheck %s --check-prefix=FORKS
// RUN: %cxx -O2 -fPIC %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 -fno-unroll-loops %s -o %t && %run_rows | %FileCheck %s
//
// 0 to 99 rounds of each; of the odd ones, half.
// CHECK-DAG: {{^}}ends|main|-|-|16|4950{{$}}
// CHECK-DAG: {{^}}breaks|main|-|-|24|3725{{$}}
// CHECK-DAG: {{^}}returns|main|-|-|32|3725{{$}}
// CHECK-DAG: {{^}}throws|main|-|-|40|3725{{$}}
// CHECK-DAG: {{^}}jumps|main|-|-|48|3725{{$}}
//
// ENDS:  {{^}}30 56:30{{$}}
// FORKS:      {{^}}100 56:100{{$}}
// FORKS-NEXT: {{^}}70 56:70{{$}}
#include "../Inputs/arena.h"
#include <csetjmp>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

static Arena A;
static volatile long Leave;
static std::jmp_buf Buffer;

#define ALONE [[gnu::noinline]] static void
#define LOOP _Pragma("clang loop unroll(disable)") for (long I = 0; I < Rounds; ++I)
ALONE ends(long Rounds) {
  LOOP *static_cast<long *>(A.take(16)) = I;
}
ALONE breaks(long Rounds) {
  LOOP {
    *static_cast<long *>(A.take(24)) = I;
    if (I == Leave)
      break;
  }
}
ALONE returns(long Rounds) {
  LOOP {
    *static_cast<long *>(A.take(32)) = I;
    if (I == Leave)
      return;
  }
}
ALONE raise() { throw 1; }
ALONE throws(long Rounds) {
  LOOP {
    *static_cast<long *>(A.take(40)) = I;
    if (I == Leave)
      raise();
  }
}
ALONE jump() { std::longjmp(Buffer, 1); }
ALONE jumps(long Rounds) {
  LOOP {
    *static_cast<long *>(A.take(48)) = I;
    if (I == Leave)
      jump();
  }
}
static void (*volatile End)();
ALONE asked(long Rounds) {
  LOOP {
    *static_cast<long *>(A.take(56)) = I;
    if (I == Leave)
      End();
  }
}

int main(int Count, char **Arguments) {
  if (Count > 1) {
    Leave = 29;
    switch (Arguments[1][0]) {
    case 'e':
      End = [] { exit(0); };
      break;
    case 'a':
      End = [] { _exit(0); };
      break;
    default:
      End = [] {
        if (fork())
          wait(nullptr);
      };
    }
    asked(100);
    return 0;
  }
  for (volatile long Rounds = 0; Rounds < 100; Rounds = Rounds + 1) {
    Leave = Rounds & 1 ? Rounds / 2 : -1;
    static void (*const Loops[])(long) = {ends, breaks, returns, throws, jumps};
    for (auto Loop : Loops) {
      A.Next = A.Memory;
      if (!setjmp(Buffer))
        try {
          Loop(Rounds);
        } catch (int) {
        }
    }
  }
}
