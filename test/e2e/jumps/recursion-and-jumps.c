// A function that calls itself, in the middle and at its end, and ends in a jump to another:
// it is no frame, and no call that was not made stands for it.
//
// RUN: %cc -O2 %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cc -O2 -g %s -o %t && %run_rows | sort | %FileCheck %s
// RUN: %cc -Os %s -o %t && %run_rows | sort | %FileCheck %s
//
// What has ended in a jump is absent, also where it had called itself before: a call of itself
// adds no frame.
// CHECK:      {{^}}take|main|-|-|24|3{{$}}
// CHECK-NEXT: {{^}}walk|main|-|-|32|1{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>

typedef struct Node Node;
struct Node {
  long What;
  Node *Left, *Right;
};

__attribute__((noinline)) static Node *take(Node *N) {
  Node *New = malloc(sizeof *New);
  *New = *N;
  return New;
}

static inline __attribute__((always_inline)) Node *never(Node *N) {
  Node *New = take(N->Left);
  New->What = 5;
  return New;
}

__attribute__((noinline)) Node *outer(Node *N) {
  switch (N->What) {
  case 1: {
    Node *New = outer(N->Left);
    New->What = 3;
    return New;
  }
  case 2:
    return outer(N->Left);
  case 4: { // not once
    Node *New = never(N);
    New->Left = 0;
    return New;
  }
  }
  return take(N);
}

__attribute__((noinline)) Node *walk(Node *N) {
  Node *New = malloc(sizeof *New + 8);
  *New = *N;
  return New;
}

__attribute__((noinline)) static Node *simplify(Node *N) {
  Node *New = walk(N->Left);
  New->What = 3;
  return New;
}

__attribute__((noinline)) Node *across(Node *N) {
  switch (N->What) {
  case 1: {
    Node *New = across(N->Left);
    New->What = 3;
    return New;
  }
  case 2:
    return across(N->Left);
  case 4: {
    Node *New = simplify(N);
    New->Left = 0;
    return New;
  }
  }
  return walk(N);
}

int main(void) {
  Node Leaf = {9, 0, 0}, Middle = {1, &Leaf, 0}, Jump = {2, &Leaf, 0};
  return outer(&Middle)->What + outer(&Jump)->What + outer(&Leaf)->What +
         across(&Middle)->What - 24;
}
