// An arena method that the optimiser inlines, unrolls and vectorises is counted
// once for each allocation, with overloads, calloc over alloc, and a template.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 %for_cpu %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Oz %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}main|-|-|-|24|1000{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|16|1000{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|8|1000{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|80|100{{$}}
// CHECK-NOT:  {{.}}
#include <cstddef>
#include <cstring>

namespace skip {
template <int Align> class Obstack {
  char Memory[100000];
  char *Next = Memory;

public:
  void *alloc(size_t Size) {
    void *Result = Next;
    Next += (Size + Align - 1) / Align * Align;
    return Result;
  }
  void *alloc(size_t Size, int) { return alloc(Size); }
  void *calloc(size_t Count, size_t Size) {
    return std::memset(alloc(Count * Size), 0, Count * Size);
  }
  void reset() { Next = Memory; }
};
} // namespace skip

int main() {
  static skip::Obstack<8> Stack;
  long Sum = 0;
  for (int I = 0; I < 1000; ++I) {
    Sum += *static_cast<char *>(Stack.alloc(8));
    Sum += *static_cast<char *>(Stack.alloc(24, 1));
    Sum += *static_cast<char *>(Stack.alloc(16));
    if (I % 10 == 0)
      Sum += *static_cast<char *>(Stack.calloc(10, 8));
    Stack.reset();
  }
  return Sum != 0;
}
