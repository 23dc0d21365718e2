// A call through a pointer is one site of its rule, also where clang or the optimiser
// knows what it leads to: a library function, also one that is rewritten, removed or
// merged on two arms, or a function that is inlined. None of these calls is a site of
// malloc beside it; what an own function calls inside is.
//
// REQUIRES: types
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -O0 %t.d/m.c -o %t && %run_rows > %t.0
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -O2 -g %t.d/m.c -o %t && %run_rows > %t.1
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -O3 %t.d/m.c -o %t && %run_rows > %t.2
// RUN: %rows --short --cols "pc0,bytes allocated,call count,allocator" %t.csv | sort | %FileCheck %s
// RUN: diff %t.0 %t.1 && diff %t.1 %t.2
//
// It is made a direct call.
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -O2 -S -emit-llvm %t.d/m.c -o - | %FileCheck %s --check-prefix=IR
// IR-LABEL: define {{.*}}@known(
// IR: call {{.*}}@{{(allocsite.push.)?}}malloc{{[(, ]}}
// IR-LABEL: define {{.*}}@zeroed(
// IR: call {{.*}}@{{(allocsite.push.)?}}calloc{{[(, ]}}
//
// CHECK: {{^}}inlined|5|2|Alloc{{$}}
// CHECK-NEXT: {{^}}known|1|2|Alloc{{$}}
// CHECK-NEXT: {{^}}own|6|2|malloc{{$}}
// CHECK-NEXT: {{^}}two_arms|16|2|Alloc{{$}}
// CHECK-NEXT: {{^}}two_arms|16|2|Alloc{{$}}
// CHECK-NEXT: {{^}}zeroed|2|2|Alloc{{$}}
// CHECK-NOT: {{.}}

//--- a.cfg
pointer:Alloc size=0
//--- m.c
#include <stdlib.h>
#include <string.h>
typedef void *(*Alloc)(size_t);
static const Alloc Library = malloc;
static void *own(size_t N) { return malloc(N + 1); }
static const struct { Alloc F; } Own = {own};
static inline void *keep(void *P) {
  __asm__ volatile("" : "+r"(P)::"memory");
  return P;
}
#define NOINLINE __attribute__((noinline))
NOINLINE void known(void) { free(keep(Library(1))); }
NOINLINE void zeroed(void) { void *P = Library(2); memset(P, 0, 2); free(keep(P)); }
NOINLINE void two_arms(int X) {
  void *P;
  if (X & 1) { P = Library(16); memset(P, 0, 16); } else { P = Library(16); memset(P, 0, 16); }
  free(keep(P));
}
NOINLINE void inlined(void) { free(keep(Own.F(5))); }
int main(void) {
  for (int I = 0; I < 2; ++I)
    known(), zeroed(), inlined(), two_arms(I), two_arms(I + 2);
}
