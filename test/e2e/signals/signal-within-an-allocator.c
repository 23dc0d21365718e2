// A signal comes while an allocator is at work, in code without the pass. The allocator has not
// called the handler, so what the handler allocates is no part of it and has its row.
//
// RUN: %clang -O1 -DALLOCATOR -fno-builtin -c %s -o %t.o
// RUN: %cc -O2 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O0 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 %s %t.o -o %t && %run_rows --sum "call count" | %FileCheck %s --check-prefix=SUM
//
// CHECK-DAG: {{^}}inner|handle|malloc|work|5000|3{{$}}
// CHECK-DAG: {{^}}work|main|-|-|8|3{{$}}
// SUM: {{^}}6{{$}}
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef ALLOCATOR
static char Room[1 << 20];
static size_t Used;

void *malloc(size_t Size) {
  if (Size == 8)
    raise(SIGUSR1);
  Used += (Size + 15) & ~(size_t)15;
  return Used <= sizeof(Room) ? Room + Used - ((Size + 15) & ~(size_t)15) : NULL;
}
void free(void *Block) { (void)Block; }
void *calloc(size_t Count, size_t Size) { return malloc(Count * Size); }
void *realloc(void *Old, size_t Size) {
  char *New = malloc(Size), *From = Old;
  for (size_t I = 0; From && New && I < Size && From + I < Room + sizeof(Room); ++I)
    New[I] = From[I];
  return New;
}
#else
static void *volatile Sink;

__attribute__((noinline)) static void inner(void) {
  Sink = malloc(5000);
  Sink = NULL;
}
static void handle(int Signal) {
  (void)Signal;
  inner();
  Sink = NULL;
}
__attribute__((noinline)) static void work(void) {
  Sink = malloc(8);
  Sink = NULL;
}

int main(void) {
  struct sigaction Its = {.sa_handler = handle};
  sigaction(SIGUSR1, &Its, NULL);
  for (int I = 0; I < 3; ++I) {
    work();
    Sink = NULL;
  }
}
#endif
