// depth= keeps fewer frames: calls, bytes and sites stay, the rest is `…`.
//
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s --check-prefix=FOUR
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=3 %cxx -O1 %s -o %t && %run_rows | %FileCheck %s --check-prefix=THREE
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=2 %cxx -O1 %s -o %t && %run_rows | %FileCheck %s --check-prefix=TWO
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=1 %cxx -O1 %s -o %t && %run_rows | %FileCheck %s --check-prefix=ONE
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=0 %cxx -O1 %s -o %t && %run_rows | %FileCheck %s --check-prefix=NONE
// RUN: %rows --cols "site,call count" %t.csv | %FileCheck %s --check-prefix=SITE
//
// FOUR:      {{^}}leaf|one|itself|main|10|24{{$}}
// FOUR-NEXT: {{^}}leaf|two|main|-|10|2{{$}}
// FOUR-NOT:  {{.}}
//
// THREE:      {{^}}leaf|one|itself|…|10|24{{$}}
// THREE-NEXT: {{^}}leaf|two|main|-|10|2{{$}}
// THREE-NOT:  {{.}}
//
// TWO:      {{^}}leaf|one|…|…|10|24{{$}}
// TWO-NEXT: {{^}}leaf|two|…|…|10|2{{$}}
// TWO-NOT:  {{.}}
//
// ONE:     {{^}}leaf|…|…|…|10|26{{$}}
// ONE-NOT: {{.}}
//
// NONE:     {{^}}…|…|…|…|10|26{{$}}
// NONE-NOT: {{.}}
// SITE: {{^}}leaf(int)#1|26{{$}}
#include <cstdlib>

static void *volatile Sink;
__attribute__((noinline)) static void leaf(int Size) {
  Sink = std::malloc(Size);
  std::free(Sink);
}
__attribute__((noinline)) static void one() {
  leaf(10);
  leaf(10);
  Sink = nullptr;
}
__attribute__((noinline)) static void two() {
  leaf(10);
  Sink = nullptr;
}
__attribute__((noinline)) static void itself(int Depth) {
  one();
  if (Depth)
    itself(Depth - 1);
  Sink = nullptr;
}
int main() {
  itself(11);
  two();
  two();
}
