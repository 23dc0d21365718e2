// The tables of threads and of marks tell whole stacks: a row that is of several has a line for each
// of them, and the lines of all threads add up to the log.
//
// RUN: rm -rf %t && mkdir %t && cd %t && %cc -g -O1 %s -I%include -pthread -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/a.csv:threads=1 ./app
// RUN: %table threads a.csv > threads && %table marks a.csv > marks && %table frames a.csv > frames
// RUN: %python %S/Inputs/stacks_of.py threads frames thread | %FileCheck %s
// RUN: %python %S/Inputs/stacks_of.py marks frames mark | %FileCheck %s --check-prefix=MARKS
// RUN: %allocsite report --by thread a.csv | %FileCheck %s --check-prefix=TABLE
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t/k.asprof ./app kill
// RUN: %allocsite recover k.asprof -o k.csv && %table marks k.csv > marks && %table frames k.csv > frames
// RUN: %python %S/Inputs/stacks_of.py marks frames mark | %FileCheck %s --check-prefix=MARKS
// RUN: %table marks k.asprof | cmp - marks
//
// Frames are numbered anew in what is merged, and a log without whole stacks has none.
// RUN: %allocsite merge -o sum.csv a.csv && %table threads sum.csv | head -1 | grep ',thread id$'
// RUN: %allocsite merge -o sum.csv a.csv && %table marks sum.csv | head -1 | grep ',seconds$'
// RUN: %allocsite report --by thread sum.csv | %FileCheck %s --check-prefix=TABLE
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/b.csv:threads=1:csv=skip:allocators=all ./app
// RUN: %table threads b.csv | tail -1 | grep ',0$'
//
// CHECK: left 2 a b c left work
// CHECK-NEXT: main 1 a b c main
// CHECK-NEXT: right 1 a b c left work
// CHECK-NEXT: right 3 a b c right work
// CHECK-NOT: {{.}}
// MARKS: (end) 3 a b c left work
// MARKS-NEXT: (end) 3 a b c right work
// MARKS-NEXT: begun 1 a b c main
// TABLE: {{^}}1 192 B {{.*}} 4 right [{{[0-9]+}}]
// TABLE-NEXT: {{^}}2 96 B {{.*}} 2 left [
// TABLE-NEXT: {{^}}3 48 B {{.*}} 1 main [
#include "allocsite/control.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

void *volatile kept;

__attribute__((noinline)) static void a(void) { kept = malloc(48); }
__attribute__((noinline)) static void b(void) { a(); kept = 0; }
__attribute__((noinline)) static void c(void) { b(); kept = 0; }
__attribute__((noinline)) static void left(void) { c(); kept = 0; }
__attribute__((noinline)) static void right(void) { c(); kept = 0; }

static void *work(void *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
  const int is_left = *(char *)name == 'l';
  for (int i = 0; i < (is_left ? 2 : 1); ++i)
    left();
  for (int i = 0; i < (is_left ? 0 : 3); ++i)
    right();
  return 0;
}

int main(int count, char **arguments) {
  prctl(PR_SET_NAME, "main", 0, 0, 0);
  c();
  allocsite_mark("begun");
  for (int i = 0; i < 2; ++i) {
    pthread_t other;
    pthread_create(&other, 0, work, i ? "right" : "left");
    pthread_join(other, 0);
  }
  allocsite_mark("(end)");
  if (count > 1)
    raise(SIGKILL);
}
