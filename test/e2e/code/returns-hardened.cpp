// LLVM hardens returns against injection of loaded values by going by way of %rax, also
// those of functions that promise to keep it. What loops settle with is one of those, and
// is not hardened; in such a loop a seldom call goes through a pointer that %rax holds.
//
// RUN: %cxx -O1 -mlvi-cfi %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -mlvi-hardening %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -mseses %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -mlvi-cfi -fPIC %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -mlvi-cfi -DSEVERAL %s -o %t && %run_rows | %FileCheck %s
//
// 0 to 99 rounds of each.
// CHECK-DAG: {{^}}pointers|main|-|-|24|4950{{$}}
// CHECK-DAG: {{^}}sizes|main|-|-|32|4950{{$}}
// CHECK-DAG: {{^}}sizes|main|-|-|40|4950{{$}}
#include "../Inputs/arena.h"

static Arena A;
static volatile long Sum;

static void add(long What) { Sum = Sum + What; }
static void (*volatile Pointer)(long) = add;

__attribute__((noinline)) static void pointers(long Rounds) {
  _Pragma("clang loop unroll(disable)") for (long I = 0; I < Rounds; ++I) {
    *static_cast<volatile long *>(A.take(24)) = I;
    if (I % 50 == 49)
      Pointer(3);
  }
}

__attribute__((noinline)) static void sizes(long Rounds) {
  _Pragma("clang loop unroll(disable)") for (long I = 0; I < Rounds; ++I) {
    *static_cast<volatile long *>(A.take(32)) = I;
    *static_cast<volatile long *>(A.take(40)) = I;
  }
}

#ifdef SEVERAL
// Then it is not said for which processor what is made should be.
__attribute__((target("avx2"))) void other(long What) { add(What); }
#endif

int main() {
  for (long Rounds = 0; Rounds < 100; ++Rounds) {
    A.Next = A.Memory;
    pointers(Rounds);
    A.Next = A.Memory;
    sizes(Rounds);
  }
  return Sum == 3 * 50 ? 0 : 1;
}
