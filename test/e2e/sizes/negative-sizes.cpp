// A size that is less than 0 asks for nothing: it counts as a call of 0 bytes, where the
// parameter is known to be signed; not as the 4 GiB or 16 EiB that its bits would be. C++
// names tell it, in C a rule does: size=signed(0). What is unsigned is counted whole.
//
// RUN: split-file %s %t
// RUN: %clangxx -O1 -c %t/arena.cpp -o %t/arena.o
// RUN: export LC_ALL=C; for Level in -O0 -O2; do env ALLOCSITE_PASS_OPTIONS=config=%t/arena.cfg %cxx $Level %t/use.cpp %t/arena.o -o %t.out && %profile %t.out && %rows --short --cols "allocator,bytes allocated,call count" %t.csv | sort | %FileCheck %s --match-full-lines; done
//
//      CHECK:counted|0|1
// CHECK-NEXT:counted|12|1
// CHECK-NEXT:inlined|0|1
// CHECK-NEXT:inlined|4294967298|1
// CHECK-NEXT:inlined|8|1
// CHECK-NEXT:many|0|1
// CHECK-NEXT:many|0|1
// CHECK-NEXT:many|20|1
// CHECK-NEXT:plain|4294967295|1
// CHECK-NEXT:said|0|1
// CHECK-NEXT:said|3|1
// CHECK-NEXT:wide|0|1
// CHECK-NEXT:wide|5|1
// CHECK-NEXT:word|3000000000|1
//
// No test of it stands where the size is unsigned or known.
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/arena.cfg:verify=1 %cxx -O0 -S -emit-llvm %t/free.cpp -o - | %FileCheck %s --check-prefix=FREE --implicit-check-not='icmp slt'
// FREE: @__allocsite_count

//--- arena.cfg
alloc:inlined size=0
alloc:wide    size=0
alloc:word    size=0
alloc:many    size=1 count=0
alloc:said    size=signed(0)
alloc:plain   size=0
//--- arena.h
void *wide(long Bytes);
void *word(unsigned Bytes);
void *many(int Count, long Bytes);
void *counted(int Bytes) __attribute__((alloc_size(1)));
extern "C" {
void *said(int Bytes);
void *plain(int Bytes);
}
inline void *inlined(long long Bytes) {
  static char Block;
  return Bytes > 0 ? &Block : 0;
}
//--- arena.cpp
#include "arena.h"
static char Block; // A null would be a call that has failed.
void *wide(long) { return &Block; }
void *word(unsigned) { return &Block; }
void *many(int, long) { return &Block; }
void *counted(int) { return &Block; }
void *said(int) { return &Block; }
void *plain(int) { return &Block; }
//--- use.cpp
#include "arena.h"
volatile int Negative = -1, Positive = 3;
volatile unsigned Large = 3000000000;
int main() {
  inlined(-8ll);
  inlined(8);
  inlined(4294967295ll + Positive);
  wide(Negative);
  wide(5);
  word(Large);
  many(Negative, 4);
  many(4, Negative);
  many(4, 5);
  counted(Negative);
  counted(12);
  said(Negative);
  said(Positive);
  plain(Negative);
}
//--- free.cpp
#include "arena.h"
void use(unsigned Bytes) {
  word(Bytes);
  inlined(24);
  wide(24);
}
