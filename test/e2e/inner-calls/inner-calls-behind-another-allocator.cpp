// A class whose operator new takes from a pool, and the pool from the heap: the chunk is
// the pool's, whoever asked the pool, and so in a row as it is behind a call of the pool.
// Where nothing but helpers stands between, the heap's inner call is no site.
//
// RUN: echo 'alloc:Pool::take size=0 arena=this' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -O0 %s -o %t && %run_rows
// RUN: %rows --short --cols 'pc0,pc1,pc2,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -O2 %s -o %t && %run_rows
// RUN: %rows --short --cols 'pc0,pc1,pc2,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
//
// CHECK-DAG: {{^}}nodes|main|-|40|150|Node::operator new{{$}}
// CHECK-DAG: {{^}}Node::operator new|nodes|main|40|150|Pool::take{{$}}
// CHECK-DAG: {{^}}Pool::more|Pool::take|Node::operator new|1000|6|operator new[]{{$}}
// CHECK-DAG: {{^}}main|-|-|1000|2|Pool::take{{$}}
// CHECK-DAG: {{^}}Pool::more|Pool::take|main|1000|2|operator new[]{{$}}
// CHECK-DAG: {{^}}main|-|-|24|1|Plain::operator new{{$}}
// RUN: %rows %t.csv | count 6
#include <cstdlib>
#include <new>

struct Pool {
  char *Next = nullptr;
  size_t Left = 0;

  __attribute__((noinline)) void more() {
    Next = new char[1000];
    Left = 1000;
  }
  void *take(size_t Size) {
    if (Left < Size)
      more();
    void *Result = Next;
    Next += Size;
    Left -= Size;
    return Result;
  }
};
static Pool Nodes, Others;

struct Node {
  char Bytes[40];
  static void *operator new(size_t Size) { return Nodes.take(Size); }
};

__attribute__((noinline)) static void *helper(size_t Size) { return std::malloc(Size); }
struct Plain {
  char Bytes[24];
  static void *operator new(size_t Size) { return helper(Size); }
};

static void *volatile Sink;
__attribute__((noinline)) static void nodes() {
  for (int I = 0; I < 150; ++I)
    Sink = new Node;
}
int main() {
  nodes();
  for (int I = 0; I < 2; ++I)
    Sink = Others.take(1000);
  Sink = new Plain;
}
