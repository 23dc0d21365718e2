// Functions that end in calls of each other a million times take no more stack than
// they do without the pass, and every allocation on the way is counted: directly,
// through pointers, with arguments that already lie on the stack where the callee
// wants them, in main itself. The frames of those that have left are absent; none is
// wrong.
//
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cc -Os -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cc -O2 -fPIC -fno-plt %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH: {{^}}7000006 allocations, stack bounded: 1{{$}}
//
// CHECK-DAG: {{^}}allocateAt|byValue|all|main|11|500001{{$}}
// CHECK-DAG: {{^}}allocateAt|byValueToo|all|main|12|500000{{$}}
// CHECK-DAG: {{^}}allocateAt|itself|all|main|13|1000001{{$}}
// CHECK-DAG: {{^}}allocateAt|main|-|-|14|1000000{{$}}
// CHECK-DAG: {{^}}allocateAt|many|all|main|15|500001{{$}}
// CHECK-DAG: {{^}}allocateAt|manyToo|all|main|16|500000{{$}}
// CHECK-DAG: {{^}}allocateAt|ping|all|main|17|500001{{$}}
// CHECK-DAG: {{^}}allocateAt|pong|all|main|18|500000{{$}}
// CHECK-DAG: {{^}}allocateAt|pointed|all|main|19|500000{{$}}
// CHECK-DAG: {{^}}allocateAt|pointedToo|all|main|20|500001{{$}}
// CHECK-DAG: {{^}}allocateAt|vectors|all|main|21|500001{{$}}
// CHECK-DAG: {{^}}allocateAt|vectorsToo|all|main|22|500000{{$}}
//
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=SUM
// SUM: {{^}}7000006{{$}}
#include "../Inputs/stack.h"
#include <stdio.h>

#define DEPTH 1000000
#define NOINLINE __attribute__((noinline))

int pong(int N, int Sum);
NOINLINE int ping(int N, int Sum) {
  allocateAt(17);
  return N ? pong(N - 1, Sum + 1) : Sum;
}
NOINLINE int pong(int N, int Sum) {
  allocateAt(18);
  return N ? ping(N - 1, Sum + 1) : Sum;
}

NOINLINE int itself(int N, int Sum) {
  allocateAt(13);
  return N ? itself(N - 1, Sum + 1) : Sum;
}

extern int (*volatile Pointers[2])(int, int);
NOINLINE int pointed(int N, int Sum) {
  allocateAt(19);
  return N ? Pointers[N & 1](N - 1, Sum + 1) : Sum;
}
NOINLINE int pointedToo(int N, int Sum) {
  allocateAt(20);
  return N ? Pointers[N & 1](N - 1, Sum + 1) : Sum;
}
int (*volatile Pointers[2])(int, int) = {pointed, pointedToo};

int manyToo(int N, long A, long B, long C, long D, long E, long F, long G);
NOINLINE int many(int N, long A, long B, long C, long D, long E, long F, long G) {
  allocateAt(15);
  return N ? manyToo(N - 1, B, A, C, D, E, F, G) : (int)A;
}
NOINLINE int manyToo(int N, long A, long B, long C, long D, long E, long F, long G) {
  allocateAt(16);
  return N ? many(N - 1, B, A, C, D, E, F, G) : (int)A;
}

// On AArch64 larger ones lie in the caller's frame, which so stays.
#ifdef __aarch64__
#define BIG 2
#else
#define BIG 5
#endif
struct Big {
  long Words[BIG];
};
int byValueToo(int N, struct Big B);
NOINLINE int byValue(int N, struct Big B) {
  allocateAt(11);
  return N ? byValueToo(N - 1, B) : (int)B.Words[1];
}
NOINLINE int byValueToo(int N, struct Big B) {
  allocateAt(12);
  return N ? byValue(N - 1, B) : (int)B.Words[1];
}

typedef int Vector __attribute__((vector_size(16)));
Vector vectorsToo(int N, Vector A, Vector B, Vector C, Vector D, Vector E, Vector F,
                  Vector G);
NOINLINE Vector vectors(int N, Vector A, Vector B, Vector C, Vector D, Vector E,
                        Vector F, Vector G) {
  allocateAt(21);
  if (!N)
    return A;
  return vectorsToo(N - 1, B, C, D, E, F, G, A);
}
NOINLINE Vector vectorsToo(int N, Vector A, Vector B, Vector C, Vector D, Vector E,
                           Vector F, Vector G) {
  allocateAt(22);
  if (!N)
    return A;
  return vectors(N - 1, B, C, D, E, F, G, A);
}

static NOINLINE int all(void) {
  struct Big B = {{1, 2}};
  Vector V = {1};
  return ping(DEPTH, 0) + itself(DEPTH, 0) + pointedToo(DEPTH, 0) +
         many(DEPTH, 1, 2, 3, 4, 5, 6, 7) + byValue(DEPTH, B) +
         vectors(DEPTH, V, V, V, V, V, V, V)[0];
}

static int (*volatile Main)(int, char **);
int main(int Count, char **Arguments) {
  static int Depth;
  if (Depth == 0 && all())
    Depth = DEPTH, Main = main;
  allocateAt(14);
  if (--Depth)
    return Main(Count, Arguments);
  printf("%ld allocations, stack bounded: %d\n", Allocations, stackWasBounded());
  return 0;
}
