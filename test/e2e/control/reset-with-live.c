// Behind a reset what was freed, was temporary, was reallocated and how long it lived count from
// zero, as calls do; peaks begin with what is alive then, and what is alive stays. The profile of a
// killed process says the same.
//
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -I%include -g -O1 %s -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/log.csv:live=1:lifetimes=1:own-peaks=1:free-sites=1:keep-profile=1:profile=%t/kept.asprof ./app
// RUN: %rows --cols "pc0,bytes allocated,call count,live count,peak bytes,freed count,temporary count,moved count,lifetime bytes,longest lifetime bytes,freed within 1 KiB count,own peak bytes" log.csv | %FileCheck %s
// RUN: %table frees log.csv | %FileCheck %s --check-prefix=FREES
// RUN: %allocsite recover kept.asprof -o again.csv && cmp log.csv again.csv
//
// CHECK-DAG: {{^}}once|10|20|0|10|20|20|0|0|0|20|10{{$}}
// CHECK-DAG: {{^}}keep|1000|0|1|2000|1|0|0|{{[0-9]+\|[0-9]+}}|0|2000{{$}}
// CHECK-NOT: early
// FREES-DAG: "malloc","main",1
// FREES-DAG: "malloc","once",20
#include <allocsite/control.h>
#include <stdlib.h>

static void *volatile Kept[2], *volatile Some;

__attribute__((noinline)) static void once(void) {
  Some = malloc(10);
  free(Some);
  __asm__ volatile("");
}
__attribute__((noinline)) static void keep(void) {
  for (int I = 0; I < 2; ++I)
    Kept[I] = malloc(1000);
}
__attribute__((noinline)) static void early(void) {
  Some = malloc(50000);
  free(Some);
  __asm__ volatile("");
}

int main(void) {
  keep();
  early();
  for (int I = 0; I < 50; ++I)
    once();
  allocsite_reset();
  for (int I = 0; I < 20; ++I)
    once();
  free(Kept[0]);
}
