// A function that ends in a tail call of a function without instrumentation, which calls back:
// the first has left the stack, and the second is no frame, as nobody else knows that it was
// called.
//
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}compare|main|-|-|24|3{{$}}
// CHECK-DAG: {{^}}compareOther|main|-|-|25|3{{$}}
#include <stdio.h>
#include <stdlib.h>
static void *volatile Sink;
static int compare(const void *A, const void *B) {
  Sink = malloc(24);
  return *(const int *)A - *(const int *)B;
}
static int compareOther(const void *A, const void *B) {
  Sink = malloc(25);
  return *(const int *)A - *(const int *)B;
}
__attribute__((noinline)) void order(int *Begin, int N) {
  if (N < 2)
    puts("nothing to sort");
  else
    qsort(Begin, N, sizeof *Begin, compare);
}
__attribute__((noinline)) void orderOther(int *Begin, int N) {
  qsort(Begin, N, sizeof *Begin, compareOther);
}
int main(void) {
  int First[] = {3, 1, 2}, Second[] = {3, 1, 2};
  order(First, 3);
  orderOther(Second, 3);
}
