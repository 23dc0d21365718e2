// Where the profiler is off a call that counts returns at once, from the executable and
// from libraries, linked and opened: no thread comes to have a table. Where it is on,
// the first of them gives it one.
//
// RUN: %cc -I%include -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cc -I%include -O2 -DLINKED %s %t.so -lpthread -o %t
// RUN: %t | %FileCheck %s --check-prefix=OFF
// RUN: %run_rows | %FileCheck %s
// RUN: %cc -I%include -O2 -DLIB=\"%t.so\" %s -lpthread -ldl -o %t
// RUN: %t | %FileCheck %s --check-prefix=OFF
// RUN: %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=ON --input-file=%t.out
//
// OFF:      executable: no table
// OFF-NEXT: library: no table
// OFF-NEXT: child: no table
// ON:       executable: a table
// ON-NEXT:  library: a table
//
// CHECK-DAG: {{^}}inLibrary|{{.*}}|20|2{{$}}
// CHECK-DAG: {{^}}allocate|{{.*}}|10|2{{$}}
#include "allocsite/Abi.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LIBRARY
static void *volatile Sink;
void inLibrary(void) { Sink = malloc(20); }
#else

static void *volatile Sink;
__attribute__((noinline)) static void allocate(void) { Sink = malloc(10); }

#ifdef LINKED
void inLibrary(void);
static void (*library(void))(void) { return inLibrary; }
#else
static void (*library(void))(void) {
  return (void (*)(void))dlsym(dlopen(LIB, RTLD_NOW), "inLibrary");
}
#endif

// The pass has a declaration of its own of this thread's words.
static void *table(void) {
  void *Slots;
#if defined(__x86_64__)
  __asm__ volatile("movq %%fs:" ALLOCSITE_THREAD_NAME "@TPOFF+8, %0"
                   : "=r"(Slots));
#elif defined(__aarch64__)
  void *Pointer;
  __asm__ volatile("mrs %1, tpidr_el0\n"
                   "adrp %0, :gottprel:" ALLOCSITE_THREAD_NAME "\n"
                   "ldr %0, [%0, :gottprel_lo12:" ALLOCSITE_THREAD_NAME "]\n"
                   "add %0, %0, %1\n"
                   "ldr %0, [%0, #8]"
                   : "=&r"(Slots), "=&r"(Pointer));
#endif
  return Slots;
}


static void *inThread(void *Allocate) {
  void *None = table();
  ((void (*)(void))Allocate)();
  ((void (*)(void))Allocate)();
  return table() == None ? NULL : Allocate;
}

static void inNewThread(const char *Who, void (*Allocate)(void)) {
  pthread_t Thread;
  void *Has;
  pthread_create(&Thread, NULL, inThread, (void *)Allocate);
  pthread_join(Thread, &Has);
  printf("%s: %s\n", Who, Has ? "a table" : "no table");
  fflush(stdout);
}

int main(void) {
  inNewThread("executable", allocate);
  inNewThread("library", library());
  if (getenv("SKIP_HEAP_PROFILE"))
    return 0;
  if (fork() == 0) {
    inNewThread("child", allocate);
    _exit(0);
  }
  wait(NULL);
}
#endif
