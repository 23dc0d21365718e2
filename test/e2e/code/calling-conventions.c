// Whatever convention a function is called by, its registers survive the counting of
// what it allocates, and its frame stands.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cc -O3 -fPIC -fomit-frame-pointer %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cc -O2 -fno-omit-frame-pointer -mno-red-zone %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH:      {{^}}32 allocations, right: 1{{$}}
// CHECK:      {{^}}allocate|sysvFromMs|ms|main|17|4{{$}}
// CHECK-NEXT: {{^}}allocate|vector|main|-|16|4{{$}}
// CHECK-NEXT: {{^}}allocate|swift|main|-|15|4{{$}}
// CHECK-NEXT: {{^}}allocate|{{(__regcall[34]__)?}}registers|main|-|14|4{{$}}
// CHECK-NEXT: {{^}}allocate|preserves|main|-|13|4{{$}}
// CHECK-NEXT: {{^}}allocate|ms|main|-|12|4{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|11|4{{$}}
// CHECK-NEXT: {{^}}allocate|floats|main|-|10|4{{$}}
// CHECK-NOT:  {{.}}
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static void *volatile Sink;
static char Memory[64];
static int Allocations;

NOINLINE static void allocate(int Size) {
  ++Allocations;
  Sink = malloc(Size);
}

NOINLINE __attribute__((sysv_abi)) long sysvFromMs(long A) {
  allocate(17);
  return A + 1;
}
NOINLINE __attribute__((ms_abi)) long ms(long A, double B, long C, long D, long E) {
  allocate(12);
  return sysvFromMs(A) + (long)B + C + D + E;
}
#ifdef __aarch64__
#define vectorcall aarch64_vector_pcs
#endif
NOINLINE __attribute__((vectorcall)) double vector(double A, double B, int C) {
  allocate(16);
  return A + B + C;
}
NOINLINE __attribute__((preserve_most)) void preserves(long *A, long B) {
  allocate(13);
  *A += B;
}
NOINLINE __attribute__((swiftcall)) long swift(long A, long B) {
  allocate(15);
  return A + B;
}
NOINLINE __attribute__((regcall)) long registers(long A, long B, long C, long D, long E,
                                                 long F, long G, long H) {
  allocate(14);
  return A + B + C + D + E + F + G + H;
}
NOINLINE double floats(double A, double B, double C, double D, double E, double F,
                       double G, double H) {
  allocate(10);
  return A + B + C + D + E + F + G + H;
}
NOINLINE __attribute__((ms_abi, alloc_size(1))) void *msAllocator(size_t Size) {
  return Memory + Size;
}

int main(void) {
  int Right = 1;
  for (int I = 0; I < 4; ++I) {
    long Kept = 1;
    preserves(&Kept, 6);
    Right &= Kept == 7;
    Right &= ms(1, 2, 3, 4, 5) == 16;
    Right &= vector(1, 2, 3) == 6;
    Right &= swift(I, 2) == I + 2;
    Right &= registers(1, 2, 3, 4, 5, 6, 7, I) == 28 + I;
    Right &= floats(1, 2, 3, 4, 5, 6, 7, I) == 28 + I;
    Right &= msAllocator(11) == Memory + 11;
    ++Allocations;
  }
  printf("%d allocations, right: %d\n", Allocations, Right);
}
