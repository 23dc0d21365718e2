// Functions that take their context in a register get all else that they are passed
// where it always was: arguments on the stack and in vectors, structures, results in
// memory, and as many as a call likes, in frames of any kind, at all levels and with the
// flags that make entries and calls otherwise. Each chain is right, where an exception
// or a longjmp came by as well.
//
// RUN: mkdir -p %t.dir
// RUN: for Flags in -O0 -O1 -O2 -O3 -Os -Oz '-O2 -fPIC -fno-plt' \
// RUN:     '-O2 -fstack-clash-protection -fstack-protector-all %branch_protection' \
// RUN:     '-O2 -mcmodel=large -fno-pie -no-pie' '-O1 %if x86_64 %{-mstackrealign%} -fno-omit-frame-pointer' \
// RUN:     '-O2 %if x86_64 %{-mretpoline%} -finstrument-functions' '-O1 -pg' \
// RUN:     '-O2 -fpatchable-function-entry=4,2' '-O2 -ffunction-sections -Wl,--gc-sections' \
// RUN:     '-O2 %for_cpu' '-O0 %for_cpu'; do \
// RUN:   %cxx $Flags %s -o %t && cd %t.dir && %profile %t > %t.out || exit 1; \
// RUN:   %FileCheck --check-prefix=OUT %s < %t.out || exit 1; \
// RUN:   %rows --cols 'pc0,pc1,pc2,bytes allocated,call count' --short %t.csv | sort | %FileCheck %s || exit 1; \
// RUN: done
//
// OUT:      many 55 22.5
// OUT-NEXT: variadic 3 6.5 40
// OUT-NEXT: structures 21 496
// OUT-NEXT: frames 0 99
// OUT-NEXT: deep 5050
// OUT-NEXT: caught 7
// OUT-NEXT: jumped 9
//
// CHECK:      {{^}}behind|main|-|56|2{{$}}
// CHECK-NEXT: {{^}}deep|main|-|40|100{{$}}
// CHECK-NEXT: {{^}}fail|failing|main|48|1{{$}}
// CHECK-NEXT: {{^}}frames|main|-|32|1{{$}}
// CHECK-NEXT: {{^}}leap|leaping|main|72|1{{$}}
// CHECK-NEXT: {{^}}many|main|-|8|1{{$}}
// CHECK-NEXT: {{^}}structures|main|-|24|1{{$}}
// CHECK-NEXT: {{^}}variadic|main|-|16|1{{$}}
// CHECK-NOT:  {{.}}
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

static void *volatile Sink;
static volatile int One = 1;
static std::jmp_buf Back;

#define LOCAL __attribute__((noinline)) static

LOCAL void many(int A, int B, int C, int D, int E, int F, int G, int H, int I,
                int J, double K, double L, double M, double N, double O, double P,
                double Q, double R, double S) {
  Sink = std::malloc(8);
  std::printf("many %d %g\n", A + B + C + D + E + F + G + H + I + J,
              K + L + M + N + O + P + Q + R + S);
}

LOCAL void variadic(int Count, ...) {
  std::va_list Arguments;
  va_start(Arguments, Count);
  long Integers = 0;
  double Numbers = 0;
  for (int I = 0; I < Count; ++I) {
    Integers += va_arg(Arguments, int);
    Numbers += va_arg(Arguments, double);
  }
  va_end(Arguments);
  Sink = std::malloc(16);
  std::printf("variadic %d %g %ld\n", Count, Numbers, Integers);
}

struct Big {
  long Values[32];
};
typedef float Four __attribute__((vector_size(16)));

LOCAL Big structures(Big From, Four Vector, const Big *Other) {
  Sink = std::malloc(24);
  Big Sums;
  for (int I = 0; I < 32; ++I)
    Sums.Values[I] = From.Values[I] + Other->Values[31 - I] - 31 + I;
  Sums.Values[0] = long(Vector[0] + Vector[1] + Vector[2] + Vector[3]);
  return Sums;
}

LOCAL void frames(int Count) {
  alignas(64) volatile char Aligned[64];
  char *Variable = static_cast<char *>(__builtin_alloca(Count));
  static volatile char Huge[1];
  volatile char Pages[20000];
  Pages[0] = Pages[19999] = Huge[0];
  for (int I = 0; I < Count; ++I)
    Variable[I] = char(I);
  Aligned[0] = Variable[Count - 1];
  Sink = std::malloc(32);
  std::printf("frames %d %d\n", int(reinterpret_cast<size_t>(&Aligned) % 64),
              Aligned[0]);
}

LOCAL int deep(int Depth) {
  if (!Depth)
    return 0;
  Sink = std::malloc(40);
  return Depth + deep(Depth - 1);
}

LOCAL void fail(int Value) {
  Sink = std::malloc(48);
  if (One)
    throw Value;
}
LOCAL void failing(int Value) {
  fail(Value);
  Sink = nullptr;
}
LOCAL void behind() {
  Sink = std::malloc(56);
  Sink = nullptr;
}

LOCAL void leap(int Value) {
  Sink = std::malloc(72);
  if (One)
    std::longjmp(Back, Value);
}
LOCAL void leaping(int Value) {
  leap(Value);
  Sink = nullptr;
}

int main() {
  many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5);
  variadic(3, 10, .5, 10, 1.0, 20, 5.0);
  Big From, Other;
  for (int I = 0; I < 32; ++I) {
    From.Values[I] = I;
    Other.Values[I] = I * One;
  }
  Big Sums = structures(From, Four{1, 2, 3, 15}, &Other);
  long Sum = 0;
  for (int I = 1; I < 32; ++I)
    Sum += Sums.Values[I];
  std::printf("structures %ld %ld\n", Sums.Values[0], Sum);
  frames(100);
  std::printf("deep %d\n", deep(100));
  try {
    failing(7);
  } catch (int Value) {
    std::printf("caught %d\n", Value);
    behind();
  }
  if (int Value = setjmp(Back)) {
    std::printf("jumped %d\n", Value);
    behind();
  } else {
    leaping(9);
  }
}
