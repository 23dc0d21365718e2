// A fork handler of the program that was registered before the profiler's runs before it
// in the child. What it allocates there of keys that the parent has in a slot adds to
// the parent's counts, the rest to nobody's. From the profiler's own handler on the
// child counts for itself.
//
// A child is known by memory that the kernel wipes (MADV_WIPEONFORK): qemu does not.
// REQUIRES: native
//
// RUN: %cc -O1 -DFIRST -c %s -o %t.first.o && %cc -O1 -c %s -o %t.o && rm -f %t-*.csv
// RUN: %clang %t.first.o %t.o -o %t
// RUN: %run_rows | %FileCheck %s
// RUN: cat %t-*.csv | grep -v pc0 | cut -d, -f1-6 | sort | uniq -c | %FileCheck %s --check-prefix=CHILD
//
// CHECK:      {{^}}both|fork|main|-|10|8{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|30|1{{$}}
// CHECK-NOT:  {{.}}
// CHILD:      {{^ *4 }}"after","fork","main",-,20,1{{$}}
// CHILD-NEXT: {{^ *4 }}"main",-,-,-,40,1{{$}}
// CHILD-NOT:  {{.}}
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;

#ifdef FIRST
static void both(void) { Sink = malloc(10); }
static void inChild(void) { Sink = malloc(11); }

// In the executable before the runtime's entry.
static void registersFirst(void) {
  pthread_atfork(both, NULL, both);
  pthread_atfork(NULL, NULL, inChild);
}
__attribute__((section(".preinit_array"), used)) static void (*const First)(void) =
    registersFirst;
#else
static void after(void) { Sink = malloc(20); }

int main(void) {
  pthread_atfork(NULL, NULL, after);
  Sink = malloc(30);
  for (int I = 0; I < 4; ++I) {
    pid_t Child = fork();
    if (!Child) {
      Sink = malloc(40);
      return 0;
    }
    waitpid(Child, NULL, 0);
  }
}
#endif
