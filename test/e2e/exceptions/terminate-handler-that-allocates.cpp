// An exception that code without the pass throws, past instrumented code, and that a
// noexcept function does not let out, ends in the handler that std::terminate calls. Who
// was left on the way is no caller of it, whichever file's copy of clang's
// __clang_call_terminate the linker took.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: llvm-nm %t.plain.o | grep __clang_call_terminate
// RUN: %cxx -O0 -c %s -o %t.o && %clangxx %t.plain.o %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -c %s -o %t.o && %clangxx %t.plain.o %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %clangxx %t.o %t.plain.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|handler|-|-|20|1{{$}}
// CHECK-NEXT: {{^}}leaf|passed|promises|main|10|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <exception>

void throws(int Size);
void passed(int Size);

#ifdef PLAIN
void throws(int Size) { throw Size; }
void another() noexcept { passed(0); }
#else
static void *volatile Sink;
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }
__attribute__((noinline)) void passed(int Size) {
  leaf(Size);
  throws(Size);
  Sink = nullptr;
}
__attribute__((noinline)) void promises() noexcept {
  passed(10);
  Sink = nullptr;
}
void handler() {
  leaf(20);
  std::exit(0);
}
int main() {
  std::set_terminate(handler);
  promises();
}
#endif
