// Code without unwind tables uses the frame pointer for something else: what it leads to, just above the
// stack, is not there to be read. The callers of such code are not known.
//
// RUN: %cc -O1 -fomit-frame-pointer %s -pthread -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}allocates|{{.*}}|10|1{{$}}
// CHECK-NOT: {{.}}
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

void odd(void (*Call)(void), uintptr_t FramePointer);
__asm__(".text\n"
        "odd:\n"
#if defined(__x86_64__)
        "push %rbp\n"
        "mov %rsi, %rbp\n"
        "call *%rdi\n"
        "pop %rbp\n"
#elif defined(__aarch64__)
        "stp x29, x30, [sp, #-16]!\n"
        "mov x29, x1\n"
        "blr x0\n"
        "ldp x29, x30, [sp], #16\n"
#endif
        "ret\n");

enum { StackBytes = 256 * 1024, GuardBytes = 64 * 1024 };
static char *Stack;
static void *volatile Sink;

static void allocates(void) { Sink = malloc(10); }

static void *begin(void *Of) {
  odd(allocates, (uintptr_t)Stack + StackBytes);
  return Of;
}

int main(void) {
  pthread_attr_t Attributes;
  pthread_t Thread;
  Stack = mmap(NULL, StackBytes + GuardBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Stack == MAP_FAILED || mprotect(Stack, StackBytes, PROT_READ | PROT_WRITE) ||
      pthread_attr_init(&Attributes) ||
      pthread_attr_setstack(&Attributes, Stack, StackBytes) ||
      pthread_create(&Thread, &Attributes, begin, NULL))
    return 1;
  return pthread_join(Thread, NULL);
}
