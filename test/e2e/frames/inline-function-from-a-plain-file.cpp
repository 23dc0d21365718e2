// Of an inline function the linker took the copy of a file without the pass, and it
// catches what code without the pass threw past instrumented code. Its caller does not
// take it for one that puts the word back.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O2 -c %s -o %t.o && %clangxx %t.plain.o %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %t.o %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}next|main|-|-|23|3{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

void throws();
void other();
void direct();
extern int Caught;
__attribute__((noinline)) inline void catches() {
  try {
    direct();
  } catch (int) {
  }
  ++Caught;
}

#ifdef PLAIN
void throws() { throw 1; }
void other() {}
int Caught = 0;
void (*Kept)() = catches;
#else
static void *volatile Sink;
void direct() {
  throws();
  Sink = nullptr;
}
__attribute__((noinline)) static void next() { Sink = std::malloc(23); }

int main() {
  catches();
  next();
  next();
  other();
  next();
}
#endif
