// What the pass takes for a function grows as the function does: for 16,384 allocations in
// one block a few seconds, and not minutes, as when each of them numbered the block anew.
//
// RUN: ulimit -t 40; %cc -O2 -S -emit-llvm %s -o %t.ll
// RUN: grep -c 'call .*allocsite.push.malloc' %t.ll | %FileCheck %s
// CHECK: {{^}}8192{{$}}
#include <stdlib.h>

static void *volatile Sink;
#define FOUR(X) X X X X
#define MANY(X) FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(X))))))

void many(size_t Size) {
  MANY(Sink = malloc(8); Sink = malloc(Size); Sink = calloc(Size, 8);
       Sink = realloc(Sink, Size);)
}
