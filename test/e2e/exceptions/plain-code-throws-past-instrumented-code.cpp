// Code without the pass throws, past instrumented functions that have nothing to clean
// up, to code without the pass that calls back next: what it calls has the frames that are on
// the stack, and none of those that are gone. One clean-up on the way, and there are no
// callers, until that code returns to code with the pass.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}after|plain|main|-|20|1{{$}}
// CHECK-DAG: {{^}}after|plain|main|-|21|1{{$}}
// CHECK-DAG: {{^}}after|-|-|-|22|1{{$}}
// CHECK-DAG: {{^}}next|main|-|-|23|3{{$}}
// RUN: %run_rows | count 4
#include <cstdlib>
void plain(void (*First)(), void (*Second)());
void throws();
#ifdef PLAIN
void throws() { throw 1; }
void plain(void (*First)(), void (*Second)()) {
  try {
    First();
  } catch (int) {
  }
  Second();
}
#else
static void *volatile Sink;
static void (*volatile Throws)() = throws;
static int Size = 20;

struct CleansUp {
  ~CleansUp() { ++Size; }
};

static void direct() {
  throws();
  Sink = nullptr;
}
static void indirect() {
  Throws();
  Sink = nullptr;
}
static void cleansUp() {
  CleansUp Here;
  throws();
  Sink = nullptr;
}
static void after() { Sink = std::malloc(Size); }
__attribute__((noinline)) static void next() { Sink = std::malloc(23); }

int main() {
  void (*const Ways[])() = {direct, indirect, cleansUp};
  for (void (*Way)() : Ways) {
    if (Way == indirect)
      Size = 21;
    plain(Way, after);
    next();
  }
}
#endif
