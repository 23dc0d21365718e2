// What a block of a test may allocate: it is counted to the unit, and what fails names its
// sites; plain, and as failures of three test frameworks.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cxx -I%include -O1 -g -std=c++17 -Wall -Wextra -Wshadow -pedantic -Werror %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=LOG
// RUN: env ALLOCSITE_EXPECT=skip %t 2>&1 | %FileCheck %s --check-prefix=SKIPPED
// RUN: %t 2>&1 | %FileCheck %s --check-prefixes=UNCHECKED,ABSENT
// RUN: env ALLOCSITE_EXPECT=require %t 2>&1 | %FileCheck %s --check-prefixes=UNCHECKED,ABSENT
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=start=off:output=%t.csv:verbosity=0 %t 2>&1 | %FileCheck %s --check-prefixes=UNCHECKED,STOPPED
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 ALLOCSITE_EXPECT=1 %t 2>&1 | %FileCheck %s --check-prefix=MISSPELT
//
// CHECK: expect.cpp:{{[0-9]+}}: expected no allocations, and there were 3 allocations of 40 bytes
// CHECK-NEXT: 1 of 24 bytes at {{.*}}expect.cpp:{{[0-9]+}}:{{[0-9]+}}: make(){{.*}} < main (operator new
// CHECK-NEXT: 2 of 16 bytes at {{.*}}expect.cpp:{{[0-9]+}}:{{[0-9]+}}: {{.*}}(malloc
// CHECK: expected exactly 1 allocation, and there were 3 allocations of 40 bytes
// CHECK: expected at most 1 byte of malloc, and there were 2 allocations of 16 bytes
// CHECK: expected at most 2 allocations, and there were 3 allocations of 40 bytes
// CHECK: expected no allocations, and there was 1 allocation of 101 bytes
// CHECK-NEXT: 1 of 101 bytes at {{.*}}expect.cpp:{{[0-9]+}}:{{[0-9]+}}: main (operator new, std::string)
// CHECK-NOT: expected
// CHECK: 5 failures
// LOG-NOT: expect.h
// SKIPPED: expectations are not checked: allocations are not counted
// SKIPPED-NOT: expected
// SKIPPED: 0 failures
// ABSENT: expected no allocations, but allocations are not counted
// STOPPED: expected no allocations, but counting is stopped
// UNCHECKED: 13 failures
// MISSPELT: ALLOCSITE_EXPECT=1: neither require nor skip
// MISSPELT: 13 failures
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
  // Nested: nothing of the inner one's own counts in the outer one.
  EXPECT_ALLOCATIONS(4) {
    Sink = std::malloc(1);
    EXPECT_ALLOCATES(allocsite::atMost(0).type("a name that is longer than a string is")) {}
    EXPECT_ALLOCATIONS(3) { make(); }
  }
  // What the C++ library allocates; what it passes on is counted once.
  EXPECT_NO_ALLOCATIONS { std::string(100, 'x'); }
  EXPECT_ALLOCATIONS(3) {
    Sink = new (std::nothrow) Node;
    Sink = new Node[2];
    Sink = new (std::nothrow) Node[2];
  }
  std::printf("%d failures\n", allocsite::failures().load());
}
