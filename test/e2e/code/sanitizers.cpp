// What the pass emits is no memory access of the program: sanitizers find nothing
// in it, and still find what is wrong in the program.
//
// REQUIRES: sanitizers
// RUN: %cxx -O0 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t && %run_rows | %FileCheck %s
// RUN: not %t overrun 2>&1 | %FileCheck %s --check-prefix=WRONG
// RUN: %cxx -O2 -fsanitize=thread -pthread %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}work|body|-|-|24|100{{$}}
// CHECK-NEXT: {{^}}work|main|-|-|24|100{{$}}
// CHECK-NOT:  {{.}}
// WRONG: AddressSanitizer: heap-buffer-overflow
#include <cstdlib>
#include <pthread.h>

__attribute__((noinline)) void work() {
  for (int I = 0; I < 100; ++I) {
    void *volatile P = std::malloc(24);
    std::free(P);
  }
}

void *body(void *Argument) {
  work();
  asm volatile("");
  return Argument;
}

int main(int Count, char **) {
  pthread_t Thread;
  pthread_create(&Thread, nullptr, body, nullptr);
  work();
  pthread_join(Thread, nullptr);
  if (Count > 1) {
    volatile char *P = static_cast<char *>(std::malloc(4));
    return P[3 + Count];
  }
}
