// Without optimisation, what cannot be reached is there: all of a function's calls may be.
//
// RUN: %cc -O0 %s -o %t && %profile %t > %t.out && %rows --cols 'pc0,pc1,bytes allocated' %t.csv | %FileCheck %s
//
// CHECK: {{^}}main|-|16{{$}}
#include <stdlib.h>

void calls(void) {}
static int returns(int X) {
  return X;
again:
  calls();
  goto again;
}
void *volatile Sink;
int main(void) {
  Sink = malloc(16);
  return returns(0);
}
