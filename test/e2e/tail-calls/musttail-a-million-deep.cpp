// Calls that must be tail calls are, at -O0 as well: a million of them take no stack,
// and each allocation counts once, before the call where the call is the allocation.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cxx -O2 -fPIC %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH: {{^}}3000006 allocations, stack bounded: 1{{$}}
//
// CHECK-DAG: {{^}}allocateAt|ping|main|-|10|500001{{$}}
// CHECK-DAG: {{^}}allocateAt|pong|main|-|20|500000{{$}}
// CHECK-DAG: {{^}}allocateAt|itself|{{(itself\|main|main\|-)}}|30|{{10*1?$}}
// CHECK-DAG: {{^}}allocateAt|pointed|main|-|40|500000{{$}}
// CHECK-DAG: {{^}}allocateAt|pointedToo|main|-|50|500001{{$}}
// CHECK-DAG: {{^}}lastOfAll|main|-|-|60|1{{$}}
// CHECK-DAG: {{^}}lastOfArena|main|-|-|70|1{{$}}
// CHECK-DAG: {{^}}lastInline|main|-|-|80|1{{$}}
//
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=SUM
// SUM: {{^}}3000006{{$}}
#include "../Inputs/stack.h"
#include <cstdio>

#define MUSTTAIL [[clang::musttail]]
#define NOINLINE __attribute__((noinline))

NOINLINE int pong(int N, int Sum);
NOINLINE int ping(int N, int Sum) {
  allocateAt(10);
  if (!N)
    return Sum;
  MUSTTAIL return pong(N - 1, Sum + 1);
}
NOINLINE int pong(int N, int Sum) {
  allocateAt(20);
  if (!N)
    return Sum;
  MUSTTAIL return ping(N - 1, Sum + 1);
}

NOINLINE int itself(int N, int Sum) {
  allocateAt(30);
  if (!N)
    return Sum;
  MUSTTAIL return itself(N - 1, Sum + 1);
}

extern int (*volatile Pointers[2])(int, int);
NOINLINE int pointed(int N, int Sum) {
  allocateAt(40);
  if (!N)
    return Sum;
  MUSTTAIL return Pointers[N & 1](N - 1, Sum + 1);
}
NOINLINE int pointedToo(int N, int Sum) {
  allocateAt(50);
  if (!N)
    return Sum;
  MUSTTAIL return Pointers[N & 1](N - 1, Sum + 1);
}
int (*volatile Pointers[2])(int, int) = {pointed, pointedToo};

static char Memory[1024];
NOINLINE __attribute__((alloc_size(1))) void *arena(std::size_t Size) {
  return Memory + Size;
}
__attribute__((alloc_size(1))) inline void *arenaInline(std::size_t Size) {
  return Memory + Size;
}
NOINLINE void *lastOfAll(std::size_t Size) { MUSTTAIL return std::malloc(Size); }
NOINLINE void *lastOfArena(std::size_t Size) { MUSTTAIL return arena(Size); }
NOINLINE void *lastInline(std::size_t Size) { MUSTTAIL return arenaInline(Size); }

int main() {
  int Sum = ping(1000000, 0) + itself(1000000, 0) + pointedToo(1000000, 0);
  Sink = lastOfAll(60);
  Sink = lastOfArena(70);
  Sink = lastInline(80);
  Allocations += 3;
  std::printf("%ld allocations, stack bounded: %d\n", Allocations,
              stackWasBounded() && Sum == 3000000);
}
