// Three functions call each other 100,000 levels deep, and each level allocates under a context of
// its own: rounds of the recursion are counted under the first ones, so that few stacks are kept.
//
// RUN: %cc -O1 %s -pthread -o %t && %run_rows | %FileCheck %s
// RUN: %table stacks %t.csv | %FileCheck %s --check-prefix=STACKS
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:output=%t.csv %t %t
//
// CHECK-DAG: {{^}}a|begin|-|-|10|1{{$}}
// CHECK-DAG: {{^}}b|a|begin|-|20|1{{$}}
// CHECK-DAG: {{^}}c|b|a|begin|30|1{{$}}
// CHECK-DAG: {{^}}a|c|b|a|10|33333{{$}}
// CHECK-DAG: {{^}}b|a|c|b|20|33332{{$}}
// CHECK-DAG: {{^}}c|b|a|c|30|33332{{$}}
// CHECK-NOT: {{.}}
//
// STACKS:         {{^}}row,frame,
// STACKS-COUNT-7: {{^[1-6],[2-8],.*}}
// STACKS-NOT:     {{.}}
//
// The memory of the process includes its stack, and what is needed to write the log.
// UNSUPPORTED: sanitized
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;
void a(int Depth);

__attribute__((noinline)) void c(int Depth) {
  Sink = malloc(30);
  if (Depth)
    a(Depth - 1);
  Sink = NULL;
}
__attribute__((noinline)) void b(int Depth) {
  Sink = malloc(20);
  if (Depth)
    c(Depth - 1);
  Sink = NULL;
}
__attribute__((noinline)) void a(int Depth) {
  Sink = malloc(10);
  if (Depth)
    b(Depth - 1);
  Sink = NULL;
}

__attribute__((noinline)) static void *begin(void *Of) {
  a(99999);
  Sink = NULL;
  return Of;
}

int main(int Count, char **Arguments) {
  if (Count > 1) { // run that program, and look at its memory
    struct rusage Usage;
    int Status;
    if (!fork()) {
      execl(Arguments[1], Arguments[1], (char *)NULL);
      _exit(1);
    }
    wait(&Status);
    getrusage(RUSAGE_CHILDREN, &Usage);
    if (Usage.ru_maxrss >= 50 * 1024)
      fprintf(stderr, "error: %ld KiB\n", Usage.ru_maxrss);
    return Status || Usage.ru_maxrss >= 50 * 1024;
  }
  pthread_attr_t Attributes;
  pthread_t Thread;
  pthread_attr_init(&Attributes);
  if (pthread_attr_setstacksize(&Attributes, (size_t)256 << 20) ||
      pthread_create(&Thread, &Attributes, begin, NULL))
    return 1;
  return pthread_join(Thread, NULL);
}
