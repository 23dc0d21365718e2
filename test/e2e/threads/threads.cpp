// Threads count for themselves and lose nothing when they end; what starts a
// thread is not on its stack.
//
// RUN: %cxx -O0 -pthread %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -pthread %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|body|-|-|16|80000{{$}}
// CHECK-NEXT: {{^}}work|main|-|-|16|10000{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <pthread.h>

__attribute__((noinline)) void work() {
  for (int I = 0; I < 10000; ++I) {
    void *volatile P = std::malloc(16);
    std::free(P);
  }
}

void *body(void *Argument) {
  work();
  asm volatile("");
  return Argument;
}

int main() {
  pthread_t Threads[8];
  for (pthread_t &T : Threads)
    pthread_create(&T, nullptr, body, nullptr);
  work();
  for (pthread_t T : Threads)
    pthread_join(T, nullptr);
}
