// live=1 calls malloc before libc has begun. An allocator that reads the environment when it is
// first called, as jemalloc its MALLOC_CONF, finds it there.
//
// RUN: %clang -shared -fPIC -DLIBRARY %s -o %t.so
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cc %s %t.so -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t.csv ITS=found %t | %FileCheck %s
// RUN: %rows --cols "bytes allocated,live count" %t.csv | %FileCheck %s --check-prefix=LIVE
// CHECK: found
// LIVE: {{^}}7|1{{$}}
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef LIBRARY
const char *AtFirst;
static int Calls;
void *__libc_malloc(size_t);
void *malloc(size_t Size) {
  if (!Calls++)
    AtFirst = getenv("ITS");
  return __libc_malloc(Size);
}
#else
extern const char *AtFirst;
void *volatile Sink;
int main(void) {
  Sink = malloc(7);
  puts(AtFirst ? AtFirst : "nothing");
}
#endif
