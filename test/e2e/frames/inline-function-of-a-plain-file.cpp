// Where the linker takes an inline function from a file that was compiled without the
// pass, it is no frame, and what it calls back is no callee of another call in the same
// function.
//
// RUN: %clangxx -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cxx -O2 -c %s -o %t.o
// RUN: %cxx %t.o %t.plain.o -o %t && %profile %t > %t.out
// RUN: %rows --cols 'pc0,pc1,pc2,bytes allocated' --short %t.csv | sort | %FileCheck --check-prefix=OURS %s
// RUN: %cxx %t.plain.o %t.o -o %t && %profile %t > %t.out
// RUN: %rows --cols 'pc0,pc1,pc2,bytes allocated' --short %t.csv | sort | %FileCheck --check-prefix=THEIRS %s
//
// OURS:      {{^}}allocates|calls|main|101{{$}}
// OURS-NEXT: {{^}}allocates|direct|main|102{{$}}
//
// THEIRS:      {{^}}allocates|direct|main|102{{$}}
// THEIRS-NEXT: {{^}}allocates|main|-|101{{$}}
#include <cstdlib>

using Function = void (*)(size_t);

// One with `...` takes no word in a register.
__attribute__((noinline)) inline void calls(Function Each, ...) {
  Each(101);
  static void *volatile Sink;
  Sink = nullptr;
}

#ifdef PLAIN
void (*volatile Kept)(Function, ...) = calls;
#else
static void *volatile Sink;
__attribute__((noinline)) void allocates(size_t Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
inline void direct(size_t Size) {
  allocates(Size);
  Sink = nullptr;
}
int main() {
  calls(allocates, 1);
  direct(102);
}
#endif
