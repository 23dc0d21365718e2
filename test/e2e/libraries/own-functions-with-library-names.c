// A function of the program that is called like one of libc that allocates nothing
// is a frame like any other: a name counts with the library's prototype alone.
//
// RUN: %cc -O2 -w -DLIBRARY -c %s -o %t.o
// RUN: %cc -O2 -w %s %t.o -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}access|parse|load|main|77|1{{$}}
// CHECK-DAG: {{^}}log|parse|load|main|33|1{{$}}
#include <stdlib.h>
extern void *volatile Sink;
#ifdef LIBRARY
void *log(int Size, const char *Text) { return malloc(Size); }
int access(int *P) {
  Sink = malloc(77);
  return *P;
}
#else
void *log(int Size, const char *Text);
int access(int *P);
void *volatile Sink;
__attribute__((noinline)) void parse(int N) {
  Sink = log(N, "x");
  access(&N);
}
__attribute__((noinline)) void load(int N) {
  parse(N);
  Sink = 0;
}
int main(void) { load(33); }
#endif
