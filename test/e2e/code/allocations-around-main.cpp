// Whatever runs before main and after it: constructors of any priority but the first
// two, destructors of static and thread_local objects, handlers of exit, on_exit and
// at_quick_exit, those that others register while they run. Each counts once, and main
// is no frame of any.
//
// RUN: %cxx -O0 -pthread %s -o %t && %profile %t > %t.out && %rows --short %t.csv | %FileCheck %s
// RUN: %cxx -O2 -pthread %s -o %t && %profile %t > %t.out && %rows --short %t.csv | %FileCheck %s
// RUN: %cxx -O2 -pthread -static %s -o %t && %profile %t > %t.out && %rows --short %t.csv | %FileCheck %s
// RUN: %profile %t quick > %t.out && %rows --short %t.csv | %FileCheck %s --check-prefix=QUICK
// RUN: %profile %t exit > %t.out && %rows --short %t.csv | %FileCheck %s --check-prefix=EXIT
//
// CHECK:      {{^}}leaf|atLast|-|-|100|1{{$}}
// CHECK-NEXT: {{^}}leaf|atLast|-|-|90|1{{$}}
// CHECK-NEXT: {{^}}leaf|finishes|-|-|80|1{{$}}
// CHECK-NEXT: {{^}}leaf|onExit|-|-|70|1{{$}}
// CHECK-NEXT: {{^}}leaf|atExit|-|-|60|1{{$}}
// CHECK-NEXT: {{^}}leaf|Early::~Early|-|-|50|1{{$}}
// CHECK-NEXT: {{^}}leaf|OfThread::~OfThread|-|-|40|1{{$}}
// CHECK-NEXT: {{^}}leaf|main|-|-|30|1{{$}}
// CHECK-NEXT: {{^}}leaf|Early::Early|{{.*}}|20|1{{$}}
// CHECK-NEXT: {{^}}leaf|begins|-|-|10|1{{$}}
// CHECK-NOT:  {{.}}
//
// QUICK:      {{^}}leaf|atQuickExit|quick_exit|main|110|1{{$}}
// QUICK-NEXT: {{^}}leaf|main|-|-|30|1{{$}}
// QUICK-NEXT: {{^}}leaf|Early::Early|{{.*}}|20|1{{$}}
// QUICK-NEXT: {{^}}leaf|begins|-|-|10|1{{$}}
// QUICK-NOT:  {{.}}
//
// EXIT-DAG: {{^}}leaf|atExit|exit|main|60|1{{$}}
// EXIT-DAG: {{^}}leaf|Early::~Early|exit|main|50|1{{$}}
#include <cstdlib>
#include <cstring>
#include <stdlib.h>

static void *volatile Sink;
__attribute__((noinline)) static void leaf(int Size) { Sink = std::malloc(Size); }

struct Early {
  Early() {
    leaf(20);
    Sink = nullptr;
  }
  ~Early() {
    leaf(50);
    Sink = nullptr;
  }
};
static Early Global;

struct OfThread {
  int Touched = 0;
  ~OfThread() {
    leaf(40);
    Sink = nullptr;
  }
};
static thread_local OfThread Mine;

__attribute__((constructor(101))) static void begins() {
  leaf(10);
  Sink = nullptr;
}
__attribute__((destructor(101))) static void finishes() {
  leaf(80);
  Sink = nullptr;
}
static void atLast() {
  leaf(90);
  leaf(100);
  Sink = nullptr;
}
static void atExit() {
  leaf(60);
  std::atexit(atLast);
}
static void onExit(int, void *) {
  leaf(70);
  Sink = nullptr;
}
static void atQuickExit() {
  leaf(110);
  Sink = nullptr;
}

int main(int Count, char **Arguments) {
  std::atexit(atExit);
  on_exit(onExit, nullptr);
  std::at_quick_exit(atQuickExit);
  Mine.Touched = 1;
  leaf(30);
  if (Count > 1 && !std::strcmp(Arguments[1], "quick"))
    std::quick_exit(0);
  if (Count > 1)
    std::exit(0);
}
