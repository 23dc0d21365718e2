// A program and a library of it stop, start, mark and sum by the same functions; so does a
// library of a program without a runtime, where they do nothing, and code without the pass.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -I%include -O2 -fPIC -shared -DLIBRARY %s -o %t.dir/libapp.so
// RUN: %cc -I%include -O2 %s %t.dir/libapp.so -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/a.csv %t on
// RUN: %rows --cols "pc0,bytes allocated,call count" %t.dir/a.csv | %FileCheck %s
// RUN: %table marks %t.dir/a.csv > %t.dir/marks
// RUN: %rows --cols "pc0,bytes allocated,call count,mark" %t.dir/marks | %FileCheck %s --check-prefix=MARKS
// RUN: %t off
// RUN: %clang -I%include -O2 %s %t.dir/libapp.so -o %t.plain
// RUN: env SKIP_HEAP_PROFILE=1 %t.plain off
// RUN: %clang -I%include -O2 -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only %s
// RUN: %clangxx -x c++ -I%include -O2 -std=c++98 -Wall -Wextra -Werror -fsyntax-only -DSYNTAX %s

// CHECK: {{^}}main|20|3
// CHECK-NEXT: {{^}}load|10|5
// CHECK-NOT: {{.}}
// MARKS: {{^}}load|10|2|a
// MARKS-NEXT: {{^}}main|20|3|a
// MARKS-NEXT: {{^}}load|10|3|a
// MARKS-NEXT: {{^}}-|0|0|b
// MARKS-NOT: {{.}}
#include <allocsite/allocsite.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SYNTAX
void scopes() {
  allocsite::Scope All;
  allocsite::ThreadScope Own;
}
#elif defined LIBRARY
void *volatile Sink;
__attribute__((noinline)) void load(int n) {
  while (n-- > 0)
    Sink = malloc(10);
  allocsite_mark("a");
}
void pause_all(void) { allocsite_stop(); }
void go_on(void) { allocsite_start(); }
#else
extern void *volatile Sink;
void load(int n);
void pause_all(void);
void go_on(void);

static int check(int fine, const char *what) {
  if (!fine)
    printf("not so: %s\n", what);
  return !fine;
}

static int calls(void) {
  struct allocsite_totals sum;
  return allocsite_totals("malloc", &sum) == 0 ? (int)sum.calls : -1;
}

int main(int count, char **argument) {
  int on = count > 1 && strcmp(argument[1], "on") == 0, wrong = 0, i;
  wrong |= check(allocsite_is_on() == on, "on at first");
  load(2);
  pause_all();
  wrong |= check(!allocsite_is_on(), "off");
  for (i = 0; i < 7; ++i)
    Sink = malloc(30);
  go_on();
  for (i = 0; i < 3; ++i)
    Sink = malloc(20);
  allocsite_stop();
  allocsite_begin();
  {
    int n = 3;
    while (n-- > 0)
      allocsite_begin_thread(), allocsite_end_thread();
  }
  allocsite_end();
  allocsite_start();
  wrong |= check(calls() == (on ? 5 : -1), "sums");
  wrong |= check((allocsite_watch_begin(0) != NULL) == on, "a watch");
  for (i = 0; i < 1; ++i)
    load(3);
  wrong |= check(allocsite_mark("b") == (on ? 0 : ALLOCSITE_ABSENT), "a mark");
  return wrong;
}
#endif
