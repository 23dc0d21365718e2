// What std::call_once calls by is a part of libstdc++ whose name is that of a C function, and
// no frame. What it calls of libc, which calls back, is one where all of that is inlined.
//
// RUN: %cxx -O0 -g %s -o %t -pthread && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g %s -o %t -pthread && %run_rows | %FileCheck %s
//
// CHECK: {{^make\|(pthread_once\|)?use\|main\|}}
#include <cstdlib>
#include <mutex>

static void *volatile Sink;
__attribute__((noinline)) void make() { Sink = std::malloc(30); }
__attribute__((noinline)) void use() {
  static std::once_flag Once;
  std::call_once(Once, make);
  Sink = nullptr;
}
int main() { use(); }
