// A loop that counts in a register settles what is pending before it calls `free` or `getenv`,
// which a program may bring itself, and which may end it or jump.
//
// RUN: %cc -O2 -I%S/../../pass/Inputs -DOWN -c %s -o %t.own.o
// RUN: %cc -O2 -I%S/../../pass/Inputs %s %t.own.o -o %t
// RUN: %profile %t && %rows --cols 'pc0,pc1,bytes allocated,call count' %t.csv | %FileCheck %s
// RUN: %profile %t jump && %rows --cols 'pc0,pc1,bytes allocated,call count' %t.csv | %FileCheck %s
// RUN: %cc -O2 -I%S/../../pass/Inputs -DOWN -DLEAF -c %s -o %t.own.o
// RUN: %cc -O2 -I%S/../../pass/Inputs -DLEAF %s %t.own.o -o %t
// RUN: %profile %t && %rows --cols 'pc0,pc1,bytes allocated,call count' %t.csv | %FileCheck %s
// RUN: %profile %t jump && %rows --cols 'pc0,pc1,bytes allocated,call count' %t.csv | %FileCheck %s
//
// CHECK: {{^}}loop|main|24|99{{$}}
#include "arena.h"
#include <setjmp.h>
#include <stdlib.h>

extern char Mem[1 << 16];
extern jmp_buf Out;
extern volatile int Jumps;

#ifdef OWN
static int Left = 50;
char Mem[1 << 16];
jmp_buf Out;
volatile int Jumps;
static void end(const void *P) {
  if (P != Mem || --Left)
    return;
  if (Jumps)
    longjmp(Out, 1);
  exit(0);
}
#ifdef LEAF
char *getenv(const char *Name) {
  end(Name);
  return NULL;
}
#else
void free(void *P) { end(P); }
#endif
#else
__attribute__((noinline)) void loop(struct Arena *A, long N, char *P) {
#pragma clang loop unroll(disable)
  for (long I = 0; I < N; ++I) {
    *(long *)take(A, 24) = I;
    if (I % 2 == 0)
#ifdef LEAF
      getenv(P);
#else
      free(P);
#endif
  }
}
int main(int Count, char **Arguments) {
  (void)Arguments;
  struct Arena A = {Mem};
  Jumps = Count - 1;
  if (!setjmp(Out))
    loop(&A, 1000, Mem);
  return 0;
}
#endif
