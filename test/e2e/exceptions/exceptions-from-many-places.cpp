// A file that throws in many places calls a function of its own there, which says that
// callers are not known from then on and jumps to what throws. The exception is that of
// the place, whoever catches it, and no row names who is gone.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O0 %s %t.plain.o -o %t && %run_rows | %FileCheck %s && grep -x '0123401234' %t.out
// RUN: %cxx -O2 %s %t.plain.o -o %t && %run_rows | %FileCheck %s && grep -x '0123401234' %t.out
// RUN: %run_rows | count 13
// RUN: %cxx -O2 -fPIC -c %s -o %t.o && llvm-nm %t.o | grep 'allocsite.leave.__cxa_throw'
// RUN: %clangxx %t.o %t.plain.o %link_runtime -o %t && %run_rows | %FileCheck %s && grep -x '0123401234' %t.out
//
// CHECK-DAG: {{^}}leaf|thrower0|plain|main|30|1{{$}}
// CHECK-DAG: {{^}}leaf|thrower0|catches|main|30|1{{$}}
// CHECK-DAG: {{^}}leaf|thrower4|plain|main|30|1{{$}}
// CHECK-DAG: {{^}}leaf|thrower4|catches|main|30|1{{$}}
// CHECK-DAG: {{^}}leaf|after|-|-|20|5{{$}}
// CHECK-DAG: {{^}}leaf|catches|main|-|40|5{{$}}
// CHECK-DAG: {{^}}leaf|main|-|-|10|5{{$}}
#include <cstdio>
#include <cstdlib>

int plain(void (*)(), void (*)());

#ifdef PLAIN
int plain(void (*First)(), void (*Second)()) {
  int Number = -1;
  try {
    First();
  } catch (int Thrown) {
    Number = Thrown;
  }
  Second();
  return Number;
}
#else
static void *volatile Sink;
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }

#define THROWER(N)                                                                 \
  void thrower##N() {                                                              \
    leaf(30);                                                                      \
    throw N;                                                                       \
  }
THROWER(0)
THROWER(1)
THROWER(2)
THROWER(3)
THROWER(4)
static void (*volatile Throwers[])() = {thrower0, thrower1, thrower2, thrower3,
                                        thrower4};

void after() {
  leaf(20);
  Sink = nullptr;
}
__attribute__((noinline)) int catches(void (*First)()) {
  try {
    First();
  } catch (int Thrown) {
    leaf(40);
    return Thrown;
  }
  return -1;
}
int main() {
  for (void (*Each)() : Throwers) {
    std::putchar('0' + plain(Each, after));
    leaf(10);
  }
  for (void (*Each)() : Throwers)
    std::putchar('0' + catches(Each));
  std::putchar('\n');
}
#endif
