// Four frames that are not all: the chain is cut without a mark. A function of the library
// between them takes no place.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|three|two|one|20|1{{$}}
// CHECK-NEXT: {{^}}three|two|one|zero|12|1{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>
#include <new>

static void *volatile Sink;

namespace std {
// Transparent as all of std, and its call of malloc belongs to its caller.
__attribute__((noinline)) void *reserve(size_t Size) { return malloc(Size); }
} // namespace std

void leaf() { Sink = std::malloc(20); }
void three() {
  leaf();
  Sink = std::reserve(12);
}
void two() { three(); }
void one() { two(); }
void zero() { one(); }
int main() { zero(); }
