// Overloads are told by what they declare: a parameter of an empty class is no IR
// argument, and a result in memory is one more.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}user|main|-|-|1|1{{$}}
// CHECK-DAG: {{^}}user|main|-|-|2|1{{$}}
// CHECK-DAG: {{^}}user|main|-|-|3|1{{$}}
// CHECK-DAG: {{^}}user|main|-|-|4|1{{$}}
// RUN: %run_rows | count 4
#include <cstddef>
struct Span {
  void *Data;
  size_t Size, Capacity;
};
struct Tag {};
namespace mem {
struct ObStack {
  char Bytes[4096];
  size_t Used = 0;
  void *alloc(size_t N) {
    void *P = Bytes + Used;
    Used += N;
    return P;
  }
  void *alloc(size_t N, Tag) { return alloc(N); }
  Span alloc(size_t N, const char *) { return {alloc(N), N, N}; }
  static void *allocate(size_t N) { return Shared + N; }
  static char Shared[64];
};
char ObStack::Shared[64];
} // namespace mem
static void *volatile Sink;
void user(mem::ObStack &S) {
  Sink = S.alloc(1);
  Sink = S.alloc(2, Tag());
  Sink = S.alloc(3, "x").Data;
  Sink = mem::ObStack::allocate(4);
}
int main() {
  mem::ObStack S;
  user(S);
}
