// An exception that leaves through an indirect call, or that the C++ library throws,
// and that code without the pass catches: the word is known to be unknown, so that
// what comes next has no callers rather than those that are gone.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fsanitize=unreachable -fsanitize-trap=unreachable %s %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}after|-|-|-|24|2{{$}}
// CHECK-DAG: {{^}}Thrower::run|deep|first|plain|1|1{{$}}
// CHECK-DAG: {{^}}work|main|-|-|7|2{{$}}
// RUN: %run_rows | count 3
#include <cstdlib>
#include <vector>
void plain(void (*)(), void (*)());
#ifdef PLAIN
void plain(void (*First)(), void (*Second)()) {
  try {
    First();
  } catch (...) {
  }
  Second();
}
#else
static void *volatile Sink;
struct Base {
  virtual void run(int) = 0;
};
struct Thrower : Base {
  __attribute__((noinline)) void run(int K) override {
    Sink = std::malloc(1);
    if (K)
      throw K;
  }
};
static Base *volatile TheBase;
static std::vector<int> Empty;
__attribute__((noinline)) void deep(int K) {
  TheBase->run(K);
  Sink = nullptr;
}
void first() {
  deep(1);
  Sink = nullptr;
}
void outOfRange() { Sink = &Empty.at(1); }
void after() { Sink = std::malloc(24); }
__attribute__((noinline)) void work(void (*Throws)()) {
  plain(Throws, after);
  Sink = std::malloc(7);
}
int main() {
  Thrower T;
  TheBase = &T;
  work(first);
  work(outOfRange);
}
#endif
