// Loops that are unrolled, as the compiler likes or as the program says, count each
// allocation once, whichever number of rounds is left over and where they leave.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 %for_cpu %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fPIC %s -o %t && %run_rows | %FileCheck %s
//
// 0, 1, … and 99 rounds of each loop; the last one leaves half way where they are odd.
// CHECK-DAG: {{^}}plain|main|-|-|16|4950{{$}}
// CHECK-DAG: {{^}}unrolled|main|-|-|24|4950{{$}}
// CHECK-DAG: {{^}}two|main|-|-|32|4950{{$}}
// CHECK-DAG: {{^}}two|main|-|-|40|4950{{$}}
// CHECK-DAG: {{^}}leaves|main|-|-|48|3725{{$}}
// CHECK-NOT: {{.}}

#include "../Inputs/arena.h"
static Arena A;
static volatile long Leave;

#define ALONE [[gnu::noinline]] static void
ALONE plain(long Rounds) {
  for (long I = 0; I < Rounds; ++I)
    *static_cast<long *>(A.take(16)) = I;
}
ALONE unrolled(long Rounds) {
#pragma clang loop unroll_count(16)
  for (long I = 0; I < Rounds; ++I)
    *static_cast<long *>(A.take(24)) = I;
}
ALONE two(long Rounds) {
#pragma clang loop unroll_count(4)
  for (long I = 0; I < Rounds; ++I) {
    *static_cast<long *>(A.take(32)) = I;
    *static_cast<long *>(A.take(40)) = I;
  }
}
ALONE leaves(long Rounds) {
  for (long I = 0; I < Rounds; ++I) {
    *static_cast<long *>(A.take(48)) = I;
    if (I == Leave)
      return;
  }
}

int main() {
  for (long Rounds = 0; Rounds < 100; ++Rounds) {
    Leave = Rounds & 1 ? Rounds / 2 : -1;
    static void (*const Loops[])(long) = {plain, unrolled, two, leaves};
    for (auto Loop : Loops) {
      A.Next = A.Memory;
      Loop(Rounds);
    }
  }
}
