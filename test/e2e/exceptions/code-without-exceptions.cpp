// Code that is compiled without exceptions counts as any other, alone and where an
// exception goes through it on its way between those that know them.
//
// RUN: %cxx -O0 -fno-exceptions -DMIDDLE -c %s -o %t.o
// RUN: %cxx -O0 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fno-exceptions -fno-rtti -DMIDDLE -c %s -o %t.o
// RUN: %cxx -O2 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fno-exceptions -fomit-frame-pointer -fno-plt -fPIC -DMIDDLE -c %s -o %t.o
// RUN: %cxx -O2 -g %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fno-exceptions -fno-omit-frame-pointer -DMIDDLE -c %s -o %t.o
// RUN: %cxx -O2 -fno-omit-frame-pointer %s %t.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}innermost|middle|main|-|30|6{{$}}
// CHECK-NEXT: {{^}}middle|main|-|-|20|6{{$}}
// CHECK-NEXT: {{^}}throws|innermost|middle|main|40|3{{$}}
// CHECK-NEXT: {{^}}returns|innermost|middle|main|24|3{{$}}
// CHECK-NEXT: {{^}}leaf|main|-|-|10|3{{$}}
// CHECK-NEXT: {{^}}middle|main|-|-|2|3{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <new>

extern void *volatile Sink;
void middle(void (*Call)());

#ifdef MIDDLE
void *volatile Sink;
__attribute__((noinline)) static void innermost(void (*Call)()) {
  Sink = ::operator new(30);
  Call();
  Sink = nullptr;
}
void middle(void (*Call)()) {
  Sink = new char[20];
  innermost(Call);
  Sink = std::malloc(2); // not where Call throws
}
#else
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }
static void throws() {
  Sink = std::malloc(40);
  throw 1;
}
static void returns() { Sink = std::malloc(24); }
int main() {
  for (int I = 0; I < 3; ++I) {
    try {
      middle(throws);
    } catch (int) {
      leaf(10);
    }
    middle(returns);
  }
}
#endif
