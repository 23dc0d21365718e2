// Flags that change what other passes do around it change no count and no name.
//
// RUN: %cc -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-all %branch_protection %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O3 -mllvm -hot-cold-split=true -mllvm -enable-gvn-sink -mllvm -enable-gvn-hoist %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -mllvm -enable-merge-functions -mcmodel=large -fno-pie -no-pie %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-asynchronous-unwind-tables -fomit-frame-pointer -fno-plt -fwhole-program-vtables -flto %lld %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-builtin -ffreestanding -fshort-wchar -funsigned-char %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O1 -finstrument-functions -fpatchable-function-entry=4 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-optimize-sibling-calls -mno-red-zone %s -o %t && %run_rows | %FileCheck %s
// RUN: %cc -O2 -fomit-frame-pointer -fPIC -fno-plt %if x86_64 %{ -mstackrealign -mretpoline %} %else %{ -mharden-sls=all %} %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}twin|pick|main|-|24|60{{$}}
// CHECK-NEXT: {{^}}other|pick|main|-|24|40{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|18|1{{$}}
// CHECK-NOT:  {{.}}
#include <stdlib.h>
#include <string.h>

static void *volatile Sink;

__attribute__((noinline)) void twin(void) { Sink = malloc(24); }
__attribute__((noinline)) void other(void) { Sink = malloc(24); }

__attribute__((noinline)) void pick(int N) {
  if (__builtin_expect(N % 5 < 3, 1))
    twin();
  else
    other();
  Sink = NULL;
}

int main(void) {
  for (int I = 0; I < 100; ++I)
    pick(I);
  Sink = strdup(&"xa string of words"[*(volatile int *)&(int){1}]);
  return 0;
}
