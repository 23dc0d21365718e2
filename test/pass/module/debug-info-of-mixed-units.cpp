// A function with debug information that was inlined into one without, and that
// into one with: what the pass made for the middle leaves nothing behind, in
// locations, in records of variables and in loops.
//
// RUN: %cxx -O0 -g -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
// RUN: %cxx -O2 -g -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
// RUN: %cxx -O2 -g1 -c %s -o %t.o && llvm-dwarfdump --verify %t.o | %FileCheck %s
// RUN: %cxx -O2 -g -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=IR
//
// CHECK: No errors.
// IR-NOT: producer: "allocsite"
// IR: call {{.*}}@allocsite.tags
// IR-NOT: producer: "allocsite"
#include <cstdlib>

static void *inlined(int N) { return std::malloc(N); }
__attribute__((nodebug)) void *bare(int N) { return inlined(N); }
void *outer(int N) { return N ? inlined(N) : bare(7); }

static void *loops(int N) {
  void *volatile P = nullptr;
  for (int I = 0; I < N; ++I)
    P = std::malloc(N);
  return P;
}
__attribute__((nodebug)) void *bareLoop(int N) { return loops(N); }
void *outerLoop(int N) { return bareLoop(N); }
