// An arena that takes its memory from malloc: each appears under its own name, and
// is left out where the arenas alone, or Skip's seven columns, are asked for.
//
// RUN: %cxx -O0 %s -o %t && %run_rows
// RUN: %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows
// RUN: %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
//
// CHECK:      {{^}}ObStack::more|ObStack::alloc|4096|5|malloc{{$}}
// CHECK-NEXT: {{^}}main|-|1000|20|ObStack::alloc{{$}}
// CHECK-NOT:  {{.}}
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:allocators=arena %t 2>%t.err
// RUN: %rows --short %t.csv | %FileCheck %s --check-prefix=ARENA
// ARENA:     {{^}}main|-|-|-|1000|20{{$}}
// ARENA-NOT: {{.}}
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:csv=skip %t 2>%t.err
// RUN: %FileCheck %s --check-prefix=SKIP --input-file=%t.csv
// SKIP:      {{^}}pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes{{$}}
// SKIP-NEXT: {{^}}"main",-,-,-,1000,20,20000{{$}}
// SKIP-NOT:  {{.}}
#include <cstdlib>

class ObStack {
  char *Next = nullptr;
  size_t Left = 0;

  __attribute__((noinline)) void more() {
    Next = static_cast<char *>(std::malloc(4096));
    Left = 4096;
  }

public:
  void *alloc(size_t Size) {
    if (Left < Size)
      more();
    void *Result = Next;
    Next += Size;
    Left -= Size;
    return Result;
  }
};

int main() {
  ObStack Stack;
  for (int I = 0; I < 20; ++I)
    *static_cast<volatile char *>(Stack.alloc(1000)) = 0;
}
