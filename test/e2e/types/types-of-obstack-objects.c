// What a macro of GNU obstack gives has a type where the source says it, as what a function
// gives has.
//
// REQUIRES: types
//
// RUN: %typed_cc -O0 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cc -O2 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cc -O2 %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -x c++ -O2 -g %s -o %t && %run_types | %FileCheck %s
#include <obstack.h>
#include <stdlib.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
#define OBNEW(ON, T) ((T *)obstack_alloc((ON), sizeof(T)))
#ifdef __cplusplus
#define FUNCTION extern "C" __attribute__((noinline)) void
#else
#define FUNCTION __attribute__((noinline)) void
#endif

struct Foo {
  int A[5];
};
struct Bar {
  long A[2];
};
void *volatile Sink;

// CHECK: {{^}}bytes|obstack_finish|-{{$}}
FUNCTION bytes(struct obstack *On) { Sink = obstack_copy0(On, "text", 4); }
// CHECK-NEXT: {{^}}cast|obstack_finish|{{(struct )?}}Foo{{$}}
FUNCTION cast(struct obstack *On) { Sink = (struct Foo *)obstack_alloc(On, sizeof(struct Foo)); }
// CHECK-NEXT: {{^}}either|obstack_finish|{{(struct )?}}Bar{{$}}
FUNCTION either(struct obstack *On) {
  Sink = Sink ? OBNEW(On, struct Bar) : (struct Bar *)obstack_copy(On, "sixteen letters.", 16);
}
// CHECK-NEXT: {{^}}grown|obstack_finish|{{(struct )?}}Foo{{$}}
FUNCTION grown(struct obstack *On) {
  for (int I = 0; I < 3; ++I)
    obstack_blank(On, sizeof(struct Foo));
  struct Foo *All = (struct Foo *)obstack_finish(On);
  Sink = All;
}
// CHECK-NEXT: {{^}}macro|obstack_finish|{{(struct )?}}Foo{{$}}
FUNCTION macro(struct obstack *On) { Sink = OBNEW(On, struct Foo); }

int main() {
  struct obstack On;
  obstack_init(&On);
  bytes(&On);
  cast(&On);
  either(&On);
  grown(&On);
  macro(&On);
  return 0;
}
