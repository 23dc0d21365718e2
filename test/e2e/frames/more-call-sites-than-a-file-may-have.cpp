// 2^17 call sites of a translation unit have numbers. What the ones beyond lead to is
// counted, without callers: neither theirs nor, as if they were not there, the next ones.
//
// REQUIRES: full
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|-|-|-|50|3{{$}}
// CHECK-NEXT: {{^}}leaf|many|main|-|50|2{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;
#define FOUR(X) X X X X
#define MANY(X) FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(X))))))))

static void leaf() { Sink = std::malloc(50); }
static void many(int N) {
  MANY(if (!N--) leaf();)
  MANY(if (!N--) leaf();)
}
static void beyond(int N) { FOUR(if (!N--) leaf();) }
static void outer();

static void (*volatile Many)(int) = many;
static void (*volatile Beyond)(int) = beyond;
static void (*volatile Outer)() = outer;
static void outer() { Beyond(1); }

int main() {
  Many(0);
  Many(131000);
  Many(131071);
  Beyond(0);
  Outer();
}
