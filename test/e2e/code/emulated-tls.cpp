// With -femulated-tls the runtime, compiled ahead, keeps variables of threads as ever
// and does not find those of the executable, which leave counting to it: each is a call,
// and exact. -fPIC code uses the runtime's, so what the executable calls in a library has no
// callers there; what that calls back in the executable has all.
//
// RUN: %cxx -O2 -femulated-tls %truth -o %t && %true_rows
// RUN: %cxx -O2 -femulated-tls -fPIC %truth -o %t && %true_rows
// RUN: %cxx -O2 -femulated-tls -flto %lld %truth -o %t && %true_rows
//
// RUN: %cxx -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cxx -O1 -femulated-tls %s %t.so -pthread -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}inLibrary|-|-|-|40|300{{$}}
// CHECK-NEXT: {{^}}back|inLibrary|body|-|10|200{{$}}
// CHECK-NEXT: {{^}}work|main|-|-|20|100{{$}}
// CHECK-NEXT: {{^}}back|inLibrary|work|main|10|100{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <pthread.h>

static void *volatile Sink;
void inLibrary(void (*Back)());

#ifdef LIBRARY
void inLibrary(void (*Back)()) {
  Sink = std::malloc(40);
  Back();
  Sink = nullptr;
}
#else
static void back() { Sink = std::malloc(10); }
__attribute__((noinline)) static void work() {
  Sink = std::malloc(20);
  inLibrary(back);
  Sink = nullptr;
}
static void *body(void *) {
  for (int I = 0; I < 100; ++I)
    inLibrary(back);
  return nullptr;
}
int main() {
  for (int I = 0; I < 100; ++I)
    work();
  for (int I = 0; I < 2; ++I) {
    pthread_t Thread;
    if (pthread_create(&Thread, nullptr, body, nullptr) ||
        pthread_join(Thread, nullptr))
      return 1;
  }
}
#endif
