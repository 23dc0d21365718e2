// Of an inline function that calls setjmp the linker took the copy of a file without the
// pass, and code without the pass jumps back there, past instrumented code. Its caller
// does not take it for one that puts the word back.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O2 -c %s -o %t.o && %clangxx %t.plain.o %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %t.o %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}next|main|-|-|23|3{{$}}
// CHECK-NOT: {{.}}
#include <csetjmp>
#include <cstdlib>

void jumps();
void other();
void direct();
extern int Returned;
extern std::jmp_buf Back;
__attribute__((noinline)) inline void returns() {
  if (!setjmp(Back))
    direct();
  ++Returned;
}

#ifdef PLAIN
std::jmp_buf Back;
int Returned = 0;
void jumps() { std::longjmp(Back, 1); }
void other() {}
void (*Kept)() = returns;
#else
static void *volatile Sink;
__attribute__((noinline)) void direct() {
  jumps();
  Sink = nullptr;
}
__attribute__((noinline)) void next() { Sink = std::malloc(23); }

int main() {
  returns();
  next();
  next();
  other();
  next();
}
#endif
