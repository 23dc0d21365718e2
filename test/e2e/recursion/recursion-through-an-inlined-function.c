// A function that calls itself at its end by way of one that was inlined into it becomes a
// loop: later rounds show what the first one does. Counts are exact, and no name is wrong;
// where nothing is inlined all frames are there.
//
// UNSUPPORTED: sanitized
//
// RUN: %cc -O2 %s -o %t && %profile %t ---a && %rows --short %t.csv | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:tail-frames=keep %cc -O2 -fno-inline %s -o %t && %profile %t ---a && %rows --short %t.csv | %FileCheck %s --check-prefix=CALLS
//
// CHECK-DAG:  {{^}}parse|main|-|-|16|4{{$}}
// CHECK-DAG:  {{^}}unary|parse|main|-|8|4{{$}}
// CHECK-NOT:  {{.}}
//
// CALLS-DAG:  {{^}}parse|main|-|-|16|1{{$}}
// CALLS-DAG:  {{^}}parse|unary|parse|main|16|1{{$}}
// CALLS-DAG:  {{^}}parse|unary|parse|unary|16|2{{$}}
// CALLS-DAG:  {{^}}unary|parse|main|-|8|1{{$}}
// CALLS-DAG:  {{^}}unary|parse|unary|parse|8|3{{$}}
// CALLS-NOT:  {{.}}
#include <stdlib.h>
static void *volatile Sink;
static const char *At;
int parse(void);
static int unary(void) {
  Sink = malloc(8);
  return *At++ == '-' ? parse() : 0;
}
int parse(void) {
  Sink = malloc(16);
  return unary();
}
int main(int Count, char **Arguments) {
  At = Arguments[1];
  return parse();
}
