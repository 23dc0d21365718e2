// C as C++: names are plain, static functions and function pointers are frames.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g -std=c89 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}append|build|main|-|64|3{{$}}
// CHECK-NEXT: {{^}}build|main|-|-|40|1{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|7|1{{$}}
// CHECK-NOT:  {{.}}
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>

static void *volatile Sink;

static void append(int Size) { Sink = malloc(Size); }

static void (*volatile Append)(int) = append;

static void build(void) {
  int I;
  Sink = calloc(5, 8);
  for (I = 0; I < 3; ++I)
    Append(64);
  Sink = 0;
}

int main(int Count, char **Arguments) {
  build();
  Sink = strdup(&"xsingle"[Count > 0]);
  (void)Arguments;
  return 0;
}
