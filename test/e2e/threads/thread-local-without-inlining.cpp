// Where nothing is inlined, a thread-local object of one file is initialised by way of two
// functions that are no frames, and that take the word in a register: what their callers left
// to them to push is passed on by the first, which has no other use of it.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 -fno-inline %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fno-inline -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}Buffer::Buffer|__cxx_global_var_init|use|main|51|1{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>

static volatile int Last;
__attribute__((noinline)) void see(int Value) { Last = Value; }

struct Buffer {
  char *Bytes;
  Buffer() : Bytes(static_cast<char *>(std::malloc(51))) {
    Bytes[0] = 1;
    see(1);
  }
};
static thread_local Buffer Own;

__attribute__((noinline)) void use() { see(Own.Bytes[0]); }

int main() { use(); }
