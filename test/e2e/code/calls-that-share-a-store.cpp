// Calls that reach a function of another file by way of one that stores their word pass
// and get what they would: short and long integers, floating-point numbers, six and more
// arguments, as many as a call likes, structures, exceptions. Each has its chain.
//
// RUN: for Flags in -O0 -O1 -O2 -Os -Oz '-O2 -fPIC' '-O2 -fPIC -fno-plt' \
// RUN:     '-O2 -mcmodel=large -fno-pie -no-pie' '-O2 -fno-optimize-sibling-calls' \
// RUN:     '-O2 %branch_protection -fstack-protector-all' '-O2 -flto %lld' \
// RUN:     '-O2 -ffunction-sections -Wl,--gc-sections' '-O2 %for_cpu' '-O2 -femulated-tls' \
// RUN:     '-O2 -fno-asynchronous-unwind-tables'; do \
// RUN:   %cxx $Flags -DOTHER -c %s -o %t.other.o && %cxx $Flags -c %s -o %t.o || exit 1; \
// RUN:   %cxx $Flags %t.o %t.other.o -o %t && %profile %t > %t.out || exit 1; \
// RUN:   %FileCheck --check-prefix=OUT %s < %t.out || exit 1; \
// RUN:   %rows --cols 'pc0,pc1,pc2,bytes allocated,call count' --short %t.csv | sort | %FileCheck %s || exit 1; \
// RUN: done
//
// OUT:      short -3 250 65533 0
// OUT-NEXT: numbers 10.5
// OUT-NEXT: many 84
// OUT-NEXT: pairs 12 15
// OUT-NEXT: written 84
// OUT-NEXT: any
// OUT-NEXT: any 1 2.5 three 4 5 6 7 8.5
// OUT-NEXT: any 1 2 3 4 5 6 7 8 9 10
// OUT-NEXT: caught 6
//
// CHECK:      {{^}}any|first|main|48|3{{$}}
// CHECK-NEXT: {{^}}many|first|main|40|3{{$}}
// CHECK-NEXT: {{^}}numbers|first|main|16|3{{$}}
// CHECK-NEXT: {{^}}pair|first|main|24|3{{$}}
// CHECK-NEXT: {{^}}shorts|first|main|8|3{{$}}
// CHECK-NEXT: {{^}}shorts|second|main|8|1{{$}}
// CHECK-NEXT: {{^}}throws|catches|main|32|3{{$}}
// CHECK-NEXT: {{^}}written|first|main|56|3{{$}}
// CHECK-NOT:  {{.}}
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

struct Pair {
  long A, B;
};
struct Big {
  long Values[8];
};
signed char shorts(signed char A, unsigned char B, unsigned short C, bool D);
double numbers(float A, double B, int C);
long many(long A, long B, int C, int D, char E, long F, long G);
Pair pair(long A, Pair B);
Big written(long A);
void any(const char *Format, ...);
int throws(int Value);

#ifdef OTHER
static void *volatile Sink;

signed char shorts(signed char A, unsigned char B, unsigned short C, bool D) {
  Sink = std::malloc(8);
  if (A < 0)
    std::printf("short %d %d %d %d\n", A, B, C, D);
  return A - 1;
}
double numbers(float A, double B, int C) {
  Sink = std::malloc(16);
  return A + B + C;
}
long many(long A, long B, int C, int D, char E, long F, long G) {
  Sink = std::malloc(40);
  return A + B + C + D + E + F + G;
}
Pair pair(long A, Pair B) {
  Sink = std::malloc(24);
  return {A + B.A, A + B.B};
}
Big written(long A) {
  Sink = std::malloc(56);
  Big Result;
  for (long I = 0; I < 8; ++I)
    Result.Values[I] = A * I;
  return Result;
}
void any(const char *Format, ...) {
  std::va_list Arguments;
  va_start(Arguments, Format);
  Sink = std::malloc(48);
  std::vprintf(Format, Arguments);
  va_end(Arguments);
}
int throws(int Value) {
  Sink = std::malloc(32);
  throw Value;
}
#else
__attribute__((noinline)) void first() {
  signed char A = shorts(1, 2, 3, true);
  A = shorts(A, 200, 65535, A);
  shorts(A - 2, 250, 65533, A + 1);
  double Sum = numbers(1, 2, 0) + numbers(.5f, 2, 1) + numbers(1, 1, 2);
  std::printf("numbers %g\n", Sum);
  long Total = many(1, 2, 3, 4, 5, 6, 7) + many(1, 2, 3, 4, 5, 6, 7) +
               many(1, 2, 3, 4, 5, 6, 7);
  std::printf("many %ld\n", Total);
  Pair Both = pair(1, {2, 3});
  Both = pair(4, Both);
  Both = pair(5, Both);
  std::printf("pairs %ld %ld\n", Both.A, Both.B + 2);
  Big Written = written(2);
  Written = written(Written.Values[3]);
  std::printf("written %ld\n", Written.Values[7] + written(6).Values[7]);
  any("any\n");
  any("any %d %g %s %d %d %d %d %g\n", 1, 2.5, "three", 4, 5, 6, 7, 8.5);
  any("any %g %g %g %g %g %g %g %g %g %g\n", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
}
__attribute__((noinline)) int second() {
  return shorts(5, 6, 7, false) + 1;
}
__attribute__((noinline)) void catches() {
  int Caught = 0;
  for (int I = 0; I < 3; ++I)
    try {
      switch (I) {
      case 0:
        throws(1);
        break;
      case 1:
        throws(2);
        break;
      default:
        throws(3);
      }
    } catch (int Value) {
      Caught += Value;
    }
  std::printf("caught %d\n", Caught);
}

int main() {
  first();
  second();
  catches();
}
#endif
