// A program prints what it has counted, as a table, as Markdown and as tab-separated values,
// by chain, cut at a depth; at exit an option does it.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:report=tsv:report-min-bytes=100 %t > %t.out 2> %t.err
// RUN: %FileCheck %s --input-file=%t.out --match-full-lines --strict-whitespace
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=EXIT
// RUN: %t | count 0

//      CHECK:          bytes        calls  chain
// CHECK-NEXT:        1234000        12340  Pool::get: int leaf<int*>(A&) ← main
// CHECK-NEXT:             10            5  Pool::get: main
//      CHECK:| calls | bytes | frames |
// CHECK-NEXT:| ---: | ---: | --- |
// CHECK-NEXT:| 12,340 | 1,234,000 | Pool::get<br>int leaf&lt;int\*&gt;(A&amp;)<br>main |
// CHECK-NEXT:| 5 | 10 | Pool::get<br>main |
//      CHECK:1
// CHECK-NEXT:12340	1234000	Pool::get	int leaf<int*>(A&)
// EXIT: wrote allocation log
// EXIT-NEXT: {{^}}1{{$}}
// EXIT-NEXT: 12340	1234000	Pool::get	int leaf<int*>(A&)	main
// EXIT-NOT: {{.}}
#include "Inputs/Play.h"
#include "allocsite/control.h"

int main() {
  static Play Module;
  uint32_t Main = Module.function("main");
  uint32_t Leaf = Module.function("leaf", ALLOCSITE_FUNCTION_INSTRUMENTED, 0,
                                  "int leaf<int*>(A&)");
  uint32_t ToLeaf = Module.call(Main, Module.frame(Main, "a.c", 3), Leaf);
  uint32_t Site = Module.site(Leaf, Module.frame(Leaf, "a.c", 9));
  uint32_t Other = Module.site(Main, Module.frame(Main, "a.c", 5));
  Module.load();
  for (unsigned I = 0; I < 12340; ++I)
    calling(Module, ToLeaf, [&] { Module.allocate(Site, 100); });
  for (unsigned I = 0; I < 5; ++I)
    Module.allocate(Other, I);
  allocsite_report(1, ALLOCSITE_TABLE, 4, 0);
  allocsite_report(1, ALLOCSITE_MARKDOWN, 4, 1);
  allocsite_report(1, ALLOCSITE_TSV, 1, 11);
  return allocsite_report(1, ALLOCSITE_TSV, 5, 0) == 0;
}
