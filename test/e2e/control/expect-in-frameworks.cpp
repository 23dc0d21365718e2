// An expectation that fails is a failure of the test, in each framework; its tests go on. Where
// nothing counts the test is skipped, as far as the framework can, or fails.
//
// REQUIRES: test-frameworks
// RUN: %cxx -I%include -O1 -std=c++17 -DGOOGLE %s -lgtest -o %t.google
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 not %t.google > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=GOOGLE
// RUN: %t.google > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=GOOGLE-OFF
// RUN: env ALLOCSITE_EXPECT=require not %t.google > %t.out
// RUN: %cxx -I%include -O1 -std=c++17 -DCATCH %s -o %t.catch
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 not %t.catch > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=CATCH
// RUN: not %t.catch > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=CATCH-OFF
// RUN: %cxx -I%include -O1 -std=c++17 -DDOCTEST %s -o %t.doctest
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 not %t.doctest > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=DOCTEST
// RUN: not %t.doctest > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=DOCTEST-OFF
// RUN: env ALLOCSITE_EXPECT=skip %t.doctest > %t.out 2>&1
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=DOCTEST-SKIP

// GOOGLE: expect-in-frameworks.cpp:{{[0-9]+}}: Failure
// GOOGLE: expected no allocations, and there was 1 allocation of 8 bytes
// GOOGLE: [  FAILED  ] 1 test
// GOOGLE-OFF: expected no allocations, but allocations are not counted
// GOOGLE-OFF: [  SKIPPED ] 1 test
// CATCH: expected no allocations, and there was 1 allocation of 8 bytes
// CATCH: 1 failed
// CATCH-OFF: expected no allocations, but allocations are not counted
// CATCH-OFF: 1 failed
// DOCTEST: expect-in-frameworks.cpp
// DOCTEST: expected no allocations, and there was 1 allocation of 8 bytes
// DOCTEST: 1 failed
// DOCTEST-OFF: expected no allocations, but allocations are not counted
// DOCTEST-OFF: 1 failed
// DOCTEST-SKIP: expectations are not checked: allocations are not counted
// DOCTEST-SKIP: 1 passed
#if defined GOOGLE
#include <gtest/gtest.h>
#define TEST_HERE TEST(Block, Allocates)
#elif defined CATCH
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#define TEST_HERE TEST_CASE("a block allocates")
#else
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#define TEST_HERE TEST_CASE("a block allocates")
#endif
#include <allocsite/expect.h>

static void *volatile Sink;

#ifdef GOOGLE
// That of libgtest_main was compiled without the pass, which looks for main.
int main(int Count, char **Arguments) {
  testing::InitGoogleTest(&Count, Arguments);
  return RUN_ALL_TESTS();
}
#endif

TEST_HERE {
  EXPECT_ALLOCATIONS(1) { Sink = std::malloc(8); }
  EXPECT_NO_ALLOCATIONS {
    Sink = std::malloc(8);
  }
}
