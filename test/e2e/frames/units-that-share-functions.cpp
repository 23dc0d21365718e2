// Sixty units at three levels of optimisation, some -fPIC, in an archive: of a template
// and of inline functions each has its copies, inlined or not, and those of one chain
// are one row. Local functions have one name in all units: they are told apart by their
// callers and, where there are lines, by their places.
//
// RUN: rm -f %t.*.o %t.a
// RUN: for I in `seq 10 69`; do Flags=-O$((I%%3)); test $((I%%5)) = 0 && Flags="$Flags -fPIC"; \
// RUN:   %cxx $Flags -DUNIT=$I -c %s -o %t.$I.o || exit 1; done
// RUN: llvm-ar rc %t.a %t.??.o
// RUN: %cxx -O2 %s -Wl,--whole-archive %t.a -Wl,--no-whole-archive -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: sed -n 's/^local|unit\([1-6][0-9]\)|main|-|24|1$/\1/p' %t.rows | sort -u | count 60
// RUN: %cxx -O0 %lld -Wl,--gc-sections,--icf=all,-z,nostart-stop-gc %s %t.??.o -o %t && %run_rows | diff %t.rows -
//
// CHECK:      {{^}}Box<int>::fill|third|second|first|40|180{{$}}
// CHECK-NEXT: {{^}}local|run|main|-|16|60{{$}}
// CHECK-NEXT: {{^}}local|unit10|main|-|24|1{{$}}
// CHECK-COUNT-59: {{^}}local|unit{{[0-9]+}}|main|-|24|1{{$}}
// CHECK-NOT: {{.}}
//
// With lines:
// RUN: for I in 10 11 12; do %cxx -O$((I%%3)) -g1 -DUNIT=$I -DPLACE=\"$I.cpp\" -c %s -o %t.$I.o || exit 1; done
// RUN: %cxx -O2 %s %t.10.o %t.11.o %t.12.o -o %t && %run_rows > %t.rows
// RUN: %rows --cols "pc0,pc1,call count,site" %t.csv | %FileCheck %s --check-prefix=LINES
//
// LINES:      {{^}}Box<int>::fill()|third()|9|{{.*}}units-that-share-functions.cpp:[[#]]:{{[0-9]+$}}
// LINES-NEXT: {{^}}local(int)|unit10|1|10.cpp:3:10{{$}}
// LINES-NEXT: {{^}}local(int)|unit11|1|11.cpp:3:10{{$}}
// LINES-NEXT: {{^}}local(int)|unit12|1|12.cpp:3:10{{$}}
// LINES-NEXT: {{^}}local(int)|run()|1|10.cpp:3:10{{$}}
// LINES-NEXT: {{^}}local(int)|run()|1|11.cpp:3:10{{$}}
// LINES-NEXT: {{^}}local(int)|run()|1|12.cpp:3:10{{$}}
// LINES-NOT:  {{.}}
#include <cstdlib>

using Unit = void();
#ifdef UNIT
static void *volatile Sink;

template <typename T> struct Box {
  static void fill() { Sink = std::malloc(10 * sizeof(T)); }
};
inline void third() {
  Box<int>::fill();
  Sink = nullptr;
}
inline void second() {
  third();
  Sink = nullptr;
}
inline void first() {
  second();
  Sink = nullptr;
}

#define NAME_(Number) unit##Number
#define NAME(Number) NAME_(Number)
#ifdef PLACE
#line 1 PLACE
#endif
__attribute__((noinline)) static void local(int Size) {
  Sink = std::malloc(Size);
}
extern "C" void NAME(UNIT)() {
  for (int I = 0; I < 3; ++I)
    first();
  local(24);
  Sink = nullptr;
}
static void run() {
  local(16);
  Sink = nullptr;
}
__attribute__((section("units"), used)) static Unit *const Units[] = {NAME(UNIT), run};
#else
extern "C" Unit *const __start_units[], *const __stop_units[];
int main() {
  for (Unit *const *Each = __start_units; Each != __stop_units; ++Each)
    (*Each)();
}
#endif
