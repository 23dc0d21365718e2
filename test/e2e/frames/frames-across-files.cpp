// Chains cross translation units, static libraries included, and a unit with -g
// among others without.
//
// RUN: %cxx -O2 -g -c -DLEAF %s -o %t.leaf.o
// RUN: %cxx -O0 -c -DMID %s -o %t.mid.o
// RUN: rm -f %t.a && llvm-ar rc %t.a %t.leaf.o %t.mid.o
// RUN: %cxx -O2 %s %t.a -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O0 -g %s %t.a -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols pc0,site %t.csv | %FileCheck %s --check-prefix=SITE
//
// CHECK:      {{^}}leaf|mid|main|-|33|3{{$}}
// CHECK-NEXT: {{^}}mid|main|-|-|20|3{{$}}
// CHECK-NOT:  {{.}}
//
// SITE:      {{^}}leaf()|{{.*}}frames-across-files.cpp:[[#@LINE+6]]:{{[0-9]+$}}
// SITE-NEXT: {{^}}mid()|mid()#1{{$}}
#include <cstdlib>
void leaf();
void mid();
#ifdef LEAF
void leaf() { *static_cast<volatile char *>(std::malloc(33)) = 0; }
#elif defined(MID)
void mid() {
  *static_cast<volatile char *>(std::malloc(20)) = 0;
  leaf();
  asm volatile("");
}
#else
int main() {
  for (int I = 0; I < 3; ++I)
    mid();
}
#endif
