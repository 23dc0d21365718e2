// Where LLVM passes a class before it as two arguments, what `alloc_size` or a rule names is
// taken for another parameter: the call counts, with wrong bytes. (For AArch64 it is one, an
// array of two words.)
//
// RUN: %cc -O1 -DATTRIBUTE='alloc_size(2)' %s -o %t && %run_rows | %FileCheck %s %if aarch64 %{--check-prefix=ONE%}
// RUN: echo "alloc:take size=1" > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cc -O1 -DATTRIBUTE=noinline %s -o %t && %run_rows | %FileCheck %s %if aarch64 %{--check-prefix=ONE%}
//
// CHECK:     {{^}}main|-|-|-|5|1{{$}}
// CHECK-NOT: {{.}}
// ONE:       {{^}}main|-|-|-|10|1{{$}}
// ONE-NOT:   {{.}}
#include <stddef.h>

struct Two {
  void *Start;
  size_t Count;
};

__attribute__((noinline, ATTRIBUTE)) static void *take(struct Two From, size_t Size) {
  static char Memory[64];
  __asm__ volatile("" ::"r"(From.Start), "r"(From.Count), "r"(Size));
  return Memory;
}

int main(void) {
  struct Two From = {0, 5};
  return take(From, 10) == NULL;
}
