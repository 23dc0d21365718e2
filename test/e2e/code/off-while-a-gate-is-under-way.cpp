// The first allocation of a program finds whether the profiler is on, wherever that is: here
// in an arena whose hit is inline, within an allocator that was called through a gate, before
// the runtime has been started. Where it is off, what is on its way then counts nowhere; where
// it is on, all is counted, and what was before the module was registered is of `-` (of
// -fPIC code it is not).
//
// RUN: split-file %s %t.d
// RUN: %cxx -O2 %t.d/early.cpp %t.d/main.cpp %t.d/arena.cpp -o %t && env -u SKIP_HEAP_PROFILE %t | %FileCheck %s --check-prefix=OFF
// RUN: %run_rows | sort | %FileCheck %s
// RUN: %cxx -O2 -static %t.d/early.cpp %t.d/main.cpp %t.d/arena.cpp -o %t && env -u SKIP_HEAP_PROFILE %t | %FileCheck %s --check-prefix=OFF
// RUN: %run_rows | sort | %FileCheck %s
// RUN: %cxx -O2 -fPIC %t.d/early.cpp %t.d/main.cpp %t.d/arena.cpp -o %t && env -u SKIP_HEAP_PROFILE %t | %FileCheck %s --check-prefix=OFF
// RUN: %run_rows | sort | %FileCheck %s --check-prefix=PIC
// RUN: %cxx -O0 %t.d/early.cpp %t.d/main.cpp %t.d/arena.cpp -o %t && env -u SKIP_HEAP_PROFILE %t | %FileCheck %s --check-prefix=OFF
// RUN: %run_rows | sort | %FileCheck %s
//
// OFF: {{^}}100 times{{$}}
//
// CHECK-DAG: {{^}}main|-|-|-|24|100{{$}}
// CHECK-DAG: {{^}}giveBytes|main|-|-|24|100{{$}}
// CHECK-DAG: {{^}}-|-|-|-|40|20{{$}}
//
// PIC:      {{^}}giveBytes|main|-|-|24|100{{$}}
// PIC-NEXT: {{^}}main|-|-|-|24|100{{$}}
// PIC-NOT:  {{.}}

//--- allocator.h
#include <cstddef>
extern "C" void *giveBytes(size_t) __attribute__((alloc_size(1)));

//--- early.cpp
#include "allocator.h"
static void *volatile Kept;
static void first(int, char **, char **) {
  for (int I = 0; I < 10; ++I)
    Kept = giveBytes(40);
}
__attribute__((section(".preinit_array"),
               used)) static void (*const First)(int, char **, char **) = first;

//--- arena.cpp
#include "allocator.h"
class ObStack {
  char Bytes[65536];
  size_t At = 0;

public:
  void *alloc(size_t Size) {
    void *Given = Bytes + At;
    At += Size;
    return Given;
  }
};
static ObStack Arena;
extern "C" void *giveBytes(size_t Size) { return Arena.alloc(Size); }

//--- main.cpp
#include "allocator.h"
#include <cstdio>
static void *volatile Kept;
int main() {
  for (int I = 0; I < 100; ++I)
    Kept = giveBytes(24);
  puts("100 times");
}
