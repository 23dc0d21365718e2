// An operator new that is passed an arena is an allocator of its own, in whose frames the
// arena takes its chunks from malloc: both are counted, under two names. One that is told
// who calls it takes from the heap itself, and the malloc in it is not counted again.
//
// RUN: %cxx -O0 %s -o %t && %profile %t && %rows --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %profile %t && %rows --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
//
// CHECK-DAG: {{^}}main|-|16|1000|Node::operator new(unsigned long, Arena&){{$}}
// CHECK-DAG: {{^}}main|-|8|1000|operator new(unsigned long, Arena&){{$}}
// CHECK-DAG: {{^}}Arena::take(unsigned long)|Node::operator new(unsigned long, Arena&)|4096|4|malloc{{$}}
// CHECK-DAG: {{^}}Arena::take(unsigned long)|operator new(unsigned long, Arena&)|4096|2|malloc{{$}}
// CHECK-DAG: {{^}}main|-|4|10|operator new{{$}}
// CHECK-NOT: {{.}}
#include <cstddef>
#include <cstdlib>

struct Arena {
  char *Next = nullptr, *End = nullptr;
  __attribute__((noinline)) void *take(size_t Size) {
    if (!Next || Next + Size > End) {
      Next = static_cast<char *>(std::malloc(4096));
      End = Next + 4096;
    }
    return (Next += Size) - Size;
  }
};
struct Node {
  Node *Next;
  long Value;
  static void *operator new(size_t Size, Arena &From) { return From.take(Size); }
};
void *operator new(size_t Size, Arena &From) { return From.take(Size); }
void *operator new(size_t Size, const char *, int) { return std::malloc(Size); }

void *volatile Sink;

int main() {
  Arena Nodes, Longs;
  for (int I = 0; I < 1000; ++I) {
    Sink = new (Nodes) Node;
    Sink = new (Longs) long;
  }
  for (int I = 0; I < 10; ++I)
    Sink = new (__FILE__, __LINE__) int;
}
