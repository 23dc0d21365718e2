// What clang makes around a variable of a thread, a function that each use in another file
// calls and one behind it that runs the constructors, is nothing of the source and no
// frame. Where nothing is to be destroyed the optimiser gives the latter the name of the
// variable's initialisation, by which other files call it.
//
// RUN: %cxx -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -DHERE %s -c -o %t.o && %cxx -O2 -DTHERE %s %t.o -o %t && %run_rows | %FileCheck %s
//
// CHECK: {{^}}Buffer::Buffer|__cxx_global_var_init|use|main|30|1{{$}}
#include <cstdlib>

struct Buffer {
  void *Bytes;
  explicit Buffer(int Size) : Bytes(std::malloc(Size)) {}
#if !defined(HERE) && !defined(THERE)
  ~Buffer() { std::free(Bytes); }
#endif
};
extern thread_local Buffer Mine;

#ifndef THERE
__attribute__((noinline)) void *use() { return Mine.Bytes; }
int main() { return use() == nullptr; }
#endif

#ifndef HERE
thread_local Buffer Mine(30);
#endif
