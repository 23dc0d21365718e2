// What a copy for recursion counts in a register is in the profile however its calls end: by
// a return, a throw, a longjmp, and the end of the process in a callee. A child that is
// forked among them has what it allocates itself.
//
// RUN: %cxx -O2 %s -o %t && nm %t | grep -c 'allocsite.settle._' | %FileCheck %s --check-prefix=COUNTED
// RUN: %run_rows | %FileCheck %s
// RUN: %profile %t exits && %python %S/../Inputs/sums.py %t.csv | %FileCheck %s --check-prefix=ENDS
// RUN: %profile %t at-once && %python %S/../Inputs/sums.py %t.csv | %FileCheck %s --check-prefix=ENDS
// RUN: rm -f %t-*.csv
// RUN: %profile %t forks && %python %S/../Inputs/sums.py "%t*.csv" | sort | %FileCheck %s --check-prefix=FORKS
// RUN: %cxx -O2 -fPIC %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 -g -fno-omit-frame-pointer %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -flto -c %s -o %t.o && %clangxx -O2 -flto %lld %t.o -o %t && %run_rows | %FileCheck %s
//
// COUNTED: {{^}}7{{$}}
//
// 0 to 99 nodes in a row of each, the first by the function and the others by its copy, which
// is the same frame; of the odd ones, where it is left, half (of 1, that one). Trees are of 1
// to 63.
// CHECK-DAG: {{^}}returns|call|main|-|16|4950{{$}}
// CHECK-DAG: {{^}}nothing|call|main|-|24|4950{{$}}
// CHECK-DAG: {{^}}sum|call|main|-|32|4950{{$}}
// CHECK-DAG: {{^}}throws|call|main|-|40|3676{{$}}
// CHECK-DAG: {{^}}jumps|call|main|-|48|3676{{$}}
// CHECK-DAG: {{^}}tree|main|-|-|64|120{{$}}
// RUN: %run_rows | count 6
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

struct Node {
  Node *Left, *Right;
};

#define ALONE [[gnu::noinline]] static
ALONE Node *returns(long Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(A.take(16));
  N->Left = returns(Depth - 1);
  return N;
}
ALONE void nothing(long Depth) {
  if (Depth == 0)
    return;
  auto *N = static_cast<Node *>(A.take(24));
  nothing(Depth - 1);
  N->Left = nullptr;
}
ALONE double sum(long Depth) {
  if (Depth == 0)
    return 0;
  auto *N = static_cast<double *>(A.take(32));
  *N = sum(Depth - 1) / 2 + double(Depth);
  return *N;
}
ALONE void raise() { throw 1; }
ALONE Node *throws(long Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(A.take(40));
  if (Depth == Leave)
    raise();
  N->Left = throws(Depth - 1);
  return N;
}
ALONE void jump() { std::longjmp(Buffer, 1); }
ALONE Node *jumps(long Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(A.take(48));
  if (Depth == Leave)
    jump();
  N->Left = jumps(Depth - 1);
  return N;
}
static void (*volatile End)();
ALONE Node *asked(long Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(A.take(56));
  if (Depth == Leave)
    End();
  N->Left = asked(Depth - 1);
  return N;
}
ALONE Node *tree(long Depth) {
  if (Depth == 0)
    return nullptr;
  auto *N = static_cast<Node *>(A.take(64));
  N->Left = tree(Depth - 1);
  N->Right = tree(Depth - 1);
  return N;
}

static volatile double Sum;
static Node *volatile Kept;

ALONE void call(int Way, long Depth) {
  switch (Way) {
  case 0:
    Kept = returns(Depth);
    break;
  case 1:
    nothing(Depth);
    break;
  case 2:
    Sum = sum(Depth);
    break;
  case 3:
    Kept = throws(Depth);
    break;
  default:
    Kept = jumps(Depth);
  }
}

int main(int Count, char **Arguments) {
  if (Count > 1) {
    Leave = 71;
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
    Kept = asked(100);
    return 0;
  }
  for (volatile long Depth = 0; Depth < 100; Depth = Depth + 1) {
    // Depth / 2 were made then.
    Leave = Depth & 1 ? Depth - Depth / 2 + 1 : -1;
    for (int Way = 0; Way < 5; ++Way) {
      A.Next = A.Memory;
      if (!setjmp(Buffer))
        try {
          call(Way, Depth);
        } catch (int) {
        }
    }
  }
  for (long Depth = 1; Depth <= 6; ++Depth) {
    A.Next = A.Memory;
    Kept = tree(Depth);
  }
}
