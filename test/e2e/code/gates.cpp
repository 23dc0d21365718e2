// Allocators of another file are called through gates: of three shapes, in tail calls,
// often enough to share the store of the word, where they throw. What they take themselves
// has its callers, in one executable and where either file is a shared object; what they
// throw for is not counted. With the profiler off the program does the same. What only
// functions refer to that the linker drops need not be there.
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O0 %t.d/user.cpp %t.d/pool.cpp -o %t && %run_rows | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 -S %t.d/user.cpp -o - | %FileCheck %s --check-prefix=GATES
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 %t.d/user.cpp %t.d/pool.cpp -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: %t | %FileCheck %s --check-prefix=WORKS
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 -fno-omit-frame-pointer %branch_protection %t.d/user.cpp %t.d/pool.cpp -o %t && %run_rows | diff %t.rows -
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 -fPIC -shared %t.d/pool.cpp -o %t.so
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 %t.d/user.cpp %t.so -o %t && %run_rows | diff %t.rows -
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 -fPIC -shared -DLIBRARY %t.d/user.cpp -o %t.so
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 %t.d/pool.cpp %t.d/main.cpp %t.so -rdynamic -o %t && %run_rows | diff %t.rows -
// RUN: %t | %FileCheck %s --check-prefix=WORKS
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %cxx -O2 -fno-pie -no-pie -ffunction-sections -Wl,--gc-sections %t.d/user.cpp %t.d/pool.cpp %t.d/unused.cpp -o %t && %run_rows | diff %t.rows -
//
// GATES-DAG: __allocsite_gate_1_of_1_v{{[0-9]+}}
// GATES-DAG: __allocsite_gate_2_of_2_v{{[0-9]+}}
// GATES-DAG: __allocsite_gate_2_of_3_v{{[0-9]+}}
// GATES-DAG: allocsite.push.two
// WORKS: {{^}}caught 3{{$}}
//
// CHECK-DAG: {{^}}tail|run|main|-|5|2{{$}}
// CHECK-DAG: {{^}}one|{{tail[|]run[|]main|run[|]main[|]-}}|6|2{{$}}
// CHECK-DAG: {{^}}often|run|main|-|7|2{{$}}
// CHECK-DAG: {{^}}often|run|main|-|8|2{{$}}
// CHECK-DAG: {{^}}often|run|main|-|9|2{{$}}
// CHECK-DAG: {{^}}two|often|run|main|17|2{{$}}
// CHECK-DAG: {{^}}two|often|run|main|18|2{{$}}
// CHECK-DAG: {{^}}two|often|run|main|19|2{{$}}
// CHECK-DAG: {{^}}catches|run|main|-|30|2{{$}}
// CHECK-DAG: {{^}}three|catches|run|main|31|2{{$}}
// CHECK-DAG: {{^}}run|main|-|-|50|1{{$}}
// CHECK-NOT: {{.}}
//--- a.cfg
alloc:one size=0
alloc:two size=1
alloc:three size=1
alloc:missing size=0
//--- pool.cpp
#include <cstdlib>
extern "C" void *one(std::size_t Size) {
  char *Taken = static_cast<char *>(std::malloc(Size + 1));
  Taken[0] = 1;
  return Taken;
}
extern "C" void *two(void *, std::size_t Size) {
  char *Taken = static_cast<char *>(std::malloc(Size + 10));
  Taken[0] = 2;
  return Taken;
}
extern "C" void *three(void *, std::size_t Size, int Refuses) {
  if (Refuses)
    throw Refuses;
  char *Taken = static_cast<char *>(std::malloc(Size + 1));
  Taken[0] = 3;
  return Taken;
}
//--- unused.cpp
#include <cstddef>
extern "C" void *missing(std::size_t);
void *unused(std::size_t Size) { return missing(Size); }
//--- main.cpp
int run();
int main() { return run(); }
//--- user.cpp
#include <cstdio>
#include <cstdlib>
extern "C" void *one(std::size_t);
extern "C" void *two(void *, std::size_t);
extern "C" void *three(void *, std::size_t, int);

static void *volatile Sink;
static int Caught;

__attribute__((noinline)) void *tail(std::size_t Size) { return one(Size); }

__attribute__((noinline)) void often() {
  Sink = two(nullptr, 7);
  Sink = two(nullptr, 8);
  Sink = two(nullptr, 9);
}

__attribute__((noinline)) void catches(int Refuses) {
  try {
    Sink = three(nullptr, 30, Refuses);
  } catch (int Thrown) {
    Caught += Thrown;
  }
}

__attribute__((noinline)) int run() {
  for (int Round = 0; Round < 2; ++Round) {
    Sink = tail(5);
    often();
    catches(Round + 1);
    catches(0);
  }
  Sink = std::malloc(50);
  std::printf("caught %d\n", Caught);
  return 0;
}
#ifndef LIBRARY
int main() { return run(); }
#endif
