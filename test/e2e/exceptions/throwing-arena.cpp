// An arena that throws when it is full has made nothing, whether the call may unwind
// into its caller's handler or past it, is inlined or not: counted is what the
// program counts itself. A class whose constructor throws was allocated all the same.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fno-inline %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH:      {{^}}13 taken, 5 refused{{$}}
// CHECK-DAG:  {{^}}lets|main|-|-|7|5{{$}}
// CHECK-DAG:  {{^}}lets|main|-|-|7|5{{$}}
// CHECK-DAG:  {{^}}catches|main|-|-|8|2{{$}}
// CHECK-DAG:  {{^}}catches|main|-|-|8|1{{$}}
// CHECK-DAG:  {{^}}constructs|main|-|-|4|4{{$}}
// RUN: %run_rows | count 5
#include <cstdio>
#include <cstdlib>
#include <new>

static void *volatile Sink;
static int Taken, Refused;

struct Arena {
  std::size_t Left = 100;
  char Memory[128];
  __attribute__((alloc_size(2))) void *take(std::size_t Size) {
    if (Size > Left)
      throw std::bad_alloc();
    Left -= Size;
    return Memory + Left;
  }
  __attribute__((alloc_size(2), noinline)) void *takeFar(std::size_t Size) {
    return take(Size);
  }
};

struct Thing {
  int X;
  Thing(int X) : X(X) {
    if (X)
      throw X;
  }
};

__attribute__((noinline)) void lets(Arena &A, int Size) {
  Sink = A.take(Size);
  ++Taken;
  Sink = A.takeFar(Size);
  ++Taken;
}
__attribute__((noinline)) void catches(Arena &A, int Size) {
  try {
    Sink = A.take(Size);
    ++Taken;
    Sink = A.takeFar(Size);
    ++Taken;
  } catch (const std::bad_alloc &) {
    ++Refused;
  }
}
__attribute__((noinline)) void constructs(int X) {
  try {
    Sink = new Thing(X);
  } catch (int) {
  }
}

int main() {
  Arena A;
  for (int I = 0; I < 5; ++I)
    lets(A, 7); // 30 are left
  for (int I = 0; I < 5; ++I)
    catches(A, 8);
  try {
    lets(A, 7);
  } catch (const std::bad_alloc &) {
    ++Refused;
  }
  for (int I = 0; I < 4; ++I)
    constructs(I % 2);
  std::printf("%d taken, %d refused\n", Taken, Refused);
}
