// An exception goes through functions with and without instrumentation in turn, all
// of which have to clean up, and is caught in either. What runs on the way and
// afterwards names who is on the stack, or nobody: a callback from code without
// instrumentation that cleans up or has caught has no callers.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s %t.plain.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Os -fPIC %s %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|after|-|-|60|6{{$}}
// CHECK-NEXT: {{^}}leaf|cleaned|-|-|50|6{{$}}
// CHECK-NEXT: {{^}}leaf|Guard::~Guard|inner|plainCleans|40|6{{$}}
// CHECK-NEXT: {{^}}leaf|thrower|plainCalls|inner|30|6{{$}}
// CHECK-NEXT: {{^}}leaf|outer|main|-|21|3{{$}}
// CHECK-NEXT: {{^}}leaf|outer|main|-|20|3{{$}}
// CHECK-NEXT: {{^}}leaf|main|-|-|11|3{{$}}
// CHECK-NEXT: {{^}}leaf|main|-|-|10|3{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
void plainCalls(void (*)());
void plainCleans(void (*)(), void (*)());
void plainCatches(void (*)(), void (*)());
static void *volatile Sink;

#ifdef PLAIN
void plainCalls(void (*Call)()) {
  Call();
  Sink = nullptr;
}

struct AtEnd {
  void (*Call)();
  ~AtEnd() { Call(); }
};
void plainCleans(void (*Call)(), void (*Then)()) {
  AtEnd A{Then};
  Call();
  Sink = nullptr;
}

void plainCatches(void (*First)(), void (*Second)()) {
  try {
    First();
  } catch (int) {
    Second();
  }
  Second();
}
#else
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }

struct Guard {
  __attribute__((noinline)) ~Guard() {
    leaf(40);
    Sink = nullptr;
  }
};

void thrower() {
  leaf(30);
  throw 1;
}
void inner() {
  Guard G;
  plainCalls(thrower);
  Sink = nullptr;
}
void cleaned() {
  leaf(50);
  Sink = nullptr;
}
void middle() {
  plainCleans(inner, cleaned);
  Sink = nullptr;
}
__attribute__((noinline)) void outer() {
  try {
    plainCalls(middle);
  } catch (int) {
    leaf(20);
  }
  leaf(21);
  Sink = nullptr;
}
void after() {
  leaf(60);
  Sink = nullptr;
}

int main() {
  for (int I = 0; I < 3; ++I) {
    outer();
    leaf(10);
    plainCatches(middle, after);
    leaf(11);
  }
}
#endif
