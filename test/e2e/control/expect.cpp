// What a block of a test may allocate: it is counted to the unit, and what fails names its
// sites; plain, and as failures of three test frameworks.
//
// RUN: %cxx -I%include -O1 -g -std=c++14 %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out
// RUN: %t 2>&1 | %FileCheck %s --check-prefix=UNCHECKED
// RUN: env ALLOCSITE_EXPECT=require %t 2>&1 | %FileCheck %s --check-prefix=REQUIRED
//
// CHECK: expect.cpp:{{[0-9]+}}: expected no allocations, and there were 3 allocations of 40 bytes
// CHECK-NEXT: 1 of 24 bytes at {{.*}}expect.cpp:{{[0-9]+}}:{{[0-9]+}}: make(){{.*}} < main (operator new
// CHECK-NEXT: 2 of 16 bytes at {{.*}}expect.cpp:{{[0-9]+}}:{{[0-9]+}}: {{.*}}(malloc
// CHECK: expected exactly 1 allocation, and there were 3 allocations of 40 bytes
// CHECK: expected at most 1 byte of malloc, and there were 2 allocations of 16 bytes
// CHECK: expected at most 2 allocations, and there were 3 allocations of 40 bytes
// CHECK-NOT: expected
// CHECK: 4 failures
// UNCHECKED: expectations are not checked: allocations are not counted
// UNCHECKED-NOT: expected
// UNCHECKED: 0 failures
// REQUIRED: expected no allocations, but allocations are not counted
// REQUIRED: 8 failures
#include <allocsite/expect.h>

struct Node {
  char Bytes[24];
};
static void *volatile Sink;
__attribute__((noinline)) static void make() {
  for (int I = 0; I < 2; ++I)
    Sink = std::malloc(8);
  Sink = new Node;
}

int main() {
  EXPECT_NO_ALLOCATIONS {}
  EXPECT_NO_ALLOCATIONS { make(); }
  EXPECT_ALLOCATIONS(3) { make(); }
  EXPECT_ALLOCATIONS(1) { make(); }
  EXPECT_ALLOCATES(allocsite::bytesAtMost(1).of("malloc")) { make(); }
  EXPECT_ALLOCATES(allocsite::exactly(2).of("malloc").onAllThreads().bytesAtMost(16)) { make(); }
  EXPECT_ALLOCATIONS_AT_MOST(2) { make(); }
  EXPECT_BYTES_AT_MOST(40) { make(); }
  std::printf("%d failures\n", allocsite::failures().load());
}
