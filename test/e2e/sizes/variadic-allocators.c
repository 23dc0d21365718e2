// A function that hands out memory may take any arguments behind the size: its call is
// a site, by declaration or body, and what its arguments are is left alone.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
// RUN: %clang -O2 -DALONE -c %s -o %t.o
// RUN: %cc -O2 -DDECLARED %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TRUTH --input-file=%t.out
//
// TRUTH:      {{^}}7 and 8.5 and text{{$}}
// CHECK:      {{^}}user|main|-|-|24|1{{$}}
// CHECK-NEXT: {{^}}user|main|-|-|16|1{{$}}
// CHECK-NOT:  {{.}}
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

__attribute__((alloc_size(1))) void *takeSum(size_t Size, int Count, ...);
__attribute__((alloc_size(2), format(printf, 3, 4))) char *
takeText(void *Arena, size_t Size, const char *Format, ...);

#ifndef DECLARED
static double Memory[8];
void *takeSum(size_t Size, int Count, ...) {
  va_list List;
  va_start(List, Count);
  for (Memory[0] = 0; Count--;)
    Memory[0] += va_arg(List, double);
  va_end(List);
  return Memory;
}
char *takeText(void *Arena, size_t Size, const char *Format, ...) {
  va_list List;
  va_start(List, Format);
  vsnprintf((char *)(Memory + 1), Size, Format, List);
  va_end(List);
  return (char *)(Memory + 1);
}
#endif

#ifndef ALONE
__attribute__((noinline)) void user(void) {
  double *Sum = takeSum(16, 3, 1.5, 3.0, 4.0);
  char *Text = takeText(NULL, 24, "and %s", "text");
  printf("7 and %g %s\n", *Sum, Text);
}
int main(void) { user(); }
#endif
