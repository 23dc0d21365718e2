// The macros of GNU obstack make objects in place. Each is counted where it is ended, with
// its bytes; what only looks at an obstack, in the way in which they do, is no site.
// Beside a function `obstack_finish` of the program's own nothing is known of the macro.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -g -DOWN %s -o %t && %run_rows | %FileCheck %s --check-prefix=OWN --allow-empty
//
//      CHECK: {{^}}main|-|-|-|40|3{{$}}
// CHECK-NEXT: {{^}}copied|main|-|-|6|1{{$}}
// CHECK-NEXT: {{^}}grown|main|-|-|3|2{{$}}
//  CHECK-NOT: {{.}}
//    OWN-NOT: {{.}}
#include <obstack.h>
#include <stdlib.h>

static void *volatile Sink;

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

#ifdef OWN
void *(obstack_finish)(struct obstack *Of) { return obstack_finish(Of); }
#endif

__attribute__((noinline)) static void copied(struct obstack *On) {
  Sink = obstack_copy(On, "copied", 6);
}

__attribute__((noinline)) static void grown(struct obstack *On) {
  for (int I = 0; I < 3; ++I)
    obstack_1grow(On, 'x');
  void *Base = obstack_base(On);
  if (On->next_free == Base) // looks alike, and ends nothing
    abort();
  Sink = obstack_finish(On);
}

union Either {
  struct obstack *On;
  long Number;
};

// Written by hand, in another way: none.
__attribute__((noinline)) void *byHand(struct obstack *On) {
  union Either Of;
  Of.On = On;
  void *Value = Of.On->object_base;
  if (Of.On->next_free == Value)
    return NULL;
  Of.On->object_base = Of.On->next_free;
  return Value;
}

int main(void) {
  struct obstack Stack;
  obstack_init(&Stack);
  copied(&Stack);
  grown(&Stack);
  grown(&Stack);
  Sink = byHand(&Stack);
  for (int I = 0; I < 3; ++I)
    Sink = obstack_alloc(&Stack, 40);
  obstack_free(&Stack, NULL);
}
