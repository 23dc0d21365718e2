// What the pass takes for a function grows as the function does: for 16,384 allocations in
// one block a few seconds, and not minutes, as when each of them numbered the block anew. Nor
// where each parts its block, since the bytes are measured.
//
// RUN: ulimit -t 40; %cc -O2 -S -emit-llvm %s -o %t.ll
// RUN: grep -c 'call .*allocsite.push.malloc' %t.ll | %FileCheck %s
// CHECK: {{^}}8192{{$}}
// RUN: grep -c 'call .*@strlen' %t.ll | %FileCheck %s --check-prefix=MEASURED
// MEASURED: {{^}}8192{{$}}
#include <stdlib.h>
#include <string.h>

static void *volatile Sink;
#define FOUR(X) X X X X
#define MANY(X) FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(X))))))

void many(size_t Size) {
  MANY(Sink = malloc(8); Sink = malloc(Size); Sink = calloc(Size, 8);
       Sink = realloc(Sink, Size);)
}

void other(void);
void copies(const char *Text, size_t Size) {
  MANY(Sink = realloc(Sink, Size); Sink = strdup(Text); Sink = calloc(Size, 2); other();
       Sink = realloc(Sink, Size); Sink = strdup(Text); Sink = calloc(Size, 2); other();)
}
