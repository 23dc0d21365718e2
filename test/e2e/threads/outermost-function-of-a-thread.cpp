// The chain of a thread ends with the function that it began in, as that of the program does
// with main: nothing was left out, also where a function of the library is between.
//
// RUN: %cxx -O0 -pthread %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}inner|outer|begins|-|12|1{{$}}
// CHECK-NEXT: {{^}}inner|outer|main|-|12|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <pthread.h>

static void *volatile Sink;

namespace std {
// Transparent as all of std, and its call of malloc belongs to its caller.
__attribute__((noinline)) void *reserve(size_t Size) { return malloc(Size); }
} // namespace std

static void inner() { Sink = std::reserve(12); }
static void outer() { inner(); }
static void *begins(void *Argument) {
  outer();
  return Argument;
}

int main() {
  pthread_t Thread;
  pthread_create(&Thread, nullptr, begins, nullptr);
  pthread_join(Thread, nullptr);
  outer();
}
