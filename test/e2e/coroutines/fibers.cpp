// Contexts that the program switches itself keep their own frames: what a fiber does is
// under the function that it began in, whoever switched to it, first or last.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g -fPIC %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}leaf|inFiber|fiber|-|10|3{{$}}
// CHECK-DAG: {{^}}leaf|inFiber|fiber|-|11|3{{$}}
// CHECK-DAG: {{^}}leaf|fiber|-|-|12|3{{$}}
// CHECK-DAG: {{^}}leaf|switches|main|-|13|4{{$}}
// CHECK-DAG: {{^}}leaf|others|main|-|13|3{{$}}
// RUN: %run_rows | count 5
#include <cstdlib>
#include <ucontext.h>

static void *volatile Sink;
static ucontext_t Main, Fiber;
static char Stack[65536];

__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }

__attribute__((noinline)) void inFiber() {
  leaf(10);
  swapcontext(&Fiber, &Main);
  leaf(11);
  Sink = nullptr;
}
void fiber() {
  for (int I = 0; I < 3; ++I) {
    inFiber();
    leaf(12);
    swapcontext(&Fiber, &Main);
    Sink = nullptr;
  }
}
__attribute__((noinline)) void switches() {
  getcontext(&Fiber);
  Fiber.uc_stack.ss_sp = Stack;
  Fiber.uc_stack.ss_size = sizeof(Stack);
  Fiber.uc_link = &Main;
  makecontext(&Fiber, fiber, 0);
  for (int I = 0; I < 4; ++I) {
    swapcontext(&Main, &Fiber);
    leaf(13);
  }
  Sink = nullptr;
}
__attribute__((noinline)) void others() {
  for (int I = 0; I < 3; ++I) {
    swapcontext(&Main, &Fiber);
    leaf(13);
  }
  Sink = nullptr;
}

int main() {
  switches();
  others();
}
