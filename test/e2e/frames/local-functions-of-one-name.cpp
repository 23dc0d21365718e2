// Static functions of one name in two units are two functions; an alias, a
// constructor and a destructor are frames by the name of what runs.
//
// RUN: %cxx -O0 -c -DOTHER %s -o %t.o && %cxx -O0 %s %t.o -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -c -DOTHER %s -o %t.o && %cxx -O2 %s %t.o -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|Derived::~Derived|main|-|50|1{{$}}
// CHECK-NEXT: {{^}}leaf|Derived::Derived|main|-|40|1{{$}}
// CHECK-NEXT: {{^}}leaf|same|other|main|30|1{{$}}
// CHECK-NEXT: {{^}}leaf|same|main|-|20|1{{$}}
// CHECK-NEXT: {{^}}leaf|aliasee|main|-|10|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
void other();
extern "C" void leaf(int);
#ifdef OTHER
static void *volatile Sink;
extern "C" void leaf(int Size) { Sink = std::malloc(Size); }
__attribute__((noinline)) static void same() {
  leaf(30);
  Sink = nullptr;
}
void other() {
  same();
  Sink = nullptr;
}
#else
static void *volatile Sink;
__attribute__((noinline)) static void same() {
  leaf(20);
  Sink = nullptr;
}
extern "C" void aliasee() {
  leaf(10);
  Sink = nullptr;
}
extern "C" void byAlias() __attribute__((alias("aliasee")));
struct Derived {
  __attribute__((noinline)) Derived() {
    leaf(40);
    Sink = nullptr;
  }
  __attribute__((noinline)) virtual ~Derived() {
    leaf(50);
    Sink = nullptr;
  }
};
int main() {
  {
    Derived D;
  }
  same();
  other();
  byAlias();
}
#endif
