// A function that ends in a tail call of a library's function, which calls back: the call becomes
// an ordinary one, so that both are frames, as of what the library allocates.
//
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}compare|qsort|order|main|24|3{{$}}
// CHECK-DAG: {{^}}compareOther|qsort|orderOther|main|25|3{{$}}
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
