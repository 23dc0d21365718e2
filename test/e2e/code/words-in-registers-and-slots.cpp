// Where a call that is rare stands before what needs the word of the context, the word is in
// a register for those who do not make it, and in a slot of the stack around it.
//
// RUN: %cxx -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=CODE
// RUN: %cxx -O2 %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O1 -fPIC -fno-omit-frame-pointer %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O2 -fno-exceptions %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cxx -O0 %s -o %t && %run_rows | sort | %FileCheck %s
//
// CODE: define {{.*}}onTheWay
// CODE: = phi i64 [
// CODE: define {{.*}}twoWays
// CODE: = phi i64 [
//
// CHECK:      {{^}}grow|inARound|main|-|64|3{{$}}
// CHECK-NEXT: {{^}}grow|onTheWay|main|-|48|10{{$}}
// CHECK-NEXT: {{^}}grow|twoWays|main|-|56|5{{$}}
// CHECK-NEXT: {{^}}putOne|onTheWay|main|-|24|100{{$}}
// CHECK-NEXT: {{^}}putOther|twoWays|main|-|40|50{{$}}
// CHECK-NEXT: {{^}}put|inARound|main|-|32|20{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

#define NEVER_INLINE __attribute__((noinline))
#define RARELY(...) __builtin_expect(!!(__VA_ARGS__), 0)

static void *volatile Kept;
static volatile int Rounds;

#define ALLOCATES(NAME)                                                                  \
  NEVER_INLINE static void NAME(size_t N) {                                              \
    Kept = malloc(N);                                                                    \
    ++Rounds;                                                                            \
  }
ALLOCATES(grow)
ALLOCATES(put)
ALLOCATES(putOne)
ALLOCATES(putOther)

// Who is called in the end finds the word that was found at the top, grown or not.
NEVER_INLINE static void onTheWay(bool Empty, bool Full) {
  if (Empty)
    return;
  if (RARELY(Full))
    grow(48);
  putOne(24);
  ++Rounds;
}

// The same where it may grow on two ways.
NEVER_INLINE static void twoWays(int Kind, bool Full) {
  switch (Kind) {
  case 0:
    return;
  case 1:
    if (RARELY(Full))
      grow(56);
    break;
  default:
    ++Rounds;
  }
  putOther(40);
  ++Rounds;
}

// In a loop a rare call computes its own.
NEVER_INLINE static void inARound(int N, const bool *Full) {
  if (N == 0)
    return;
  for (int I = 0; I < N; ++I)
    if (RARELY(Full[I]))
      grow(64);
  put(32);
  ++Rounds;
}

int main(int Argc, char **) {
  bool Full[64] = {};
  Full[Argc] = true;
  for (int I = 0; I < 100; ++I)
    onTheWay(false, I % 10 == Argc);
  onTheWay(true, true);
  for (int I = 0; I < 100; ++I)
    twoWays(I % 4 == Argc ? 1 : I % 4 == Argc + 1 ? 2 : 0, I % 20 == Argc);
  for (int I = 0; I < 20; ++I)
    inARound(I < 3 ? 64 : Argc, Full);
  return 0;
}
