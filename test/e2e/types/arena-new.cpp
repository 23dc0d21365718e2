// An operator new that is passed an arena is an allocator of its own, in whose frames the
// arena takes its chunks from malloc: both are counted, under two names. All forms of one
// arena are a family, and one that hands on to another is counted once. A form that is told
// who calls it takes from the heap itself, and the malloc in it is not counted again.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --implicit-check-not={{.}}
// RUN: %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --implicit-check-not={{.}}
//
// So it is where a rule speaks of a form, and where that is told of its sites.
//
// RUN: echo 'alloc:operator new(unsigned long, Arena&) size=0 arena=1' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --implicit-check-not={{.}}
// RUN: echo 'aware:operator new(unsigned long, Arena&) aware=newAt' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -std=c++17 -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --implicit-check-not={{.}}
//
// CHECK-DAG: {{^}}main|16|1000|Node::operator new(unsigned long, Arena&){{$}}
// CHECK-DAG: {{^}}main|8|1000|operator new(unsigned long, Arena&){{$}}
// CHECK-DAG: {{^}}main|5|1000|operator new[](unsigned long, Arena*){{$}}
// CHECK-DAG: {{^}}main|64|10|operator new(unsigned long, std::align_val_t, Arena&){{$}}
// CHECK-DAG: {{^}}Arena::take(unsigned long)|4096|4|malloc{{$}}
// CHECK-DAG: {{^}}Arena::take(unsigned long)|4096|2|malloc{{$}}
// CHECK-DAG: {{^}}Arena::take(unsigned long)|4096|2|malloc{{$}}
// CHECK-DAG: {{^}}Arena::take(unsigned long)|4096|1|malloc{{$}}
// CHECK-DAG: {{^}}main|4|10|operator new{{$}}
// CHECK-DAG: {{^}}main|2|10|operator new{{$}}
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>

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

__attribute__((noinline)) void *operator new(size_t Size, Arena &From) {
  return From.take(Size);
}
extern "C" void *newAt(size_t Size, Arena &From, unsigned long, unsigned long) {
  return From.take(Size);
}
void *operator new(size_t Size, std::align_val_t, Arena &From) { return From.take(Size); }
void *operator new[](size_t Size, Arena *From) { return operator new(Size, *From); }
void *operator new(size_t Size, const char *, int) { return std::malloc(Size); }
void *operator new(size_t Size, const std::string_view &) { return std::malloc(Size); }

struct Node {
  Node *Next;
  long Value;
  static void *operator new(size_t Size, Arena &From) { return From.take(Size); }
};
struct alignas(64) Line {
  char Bytes[64];
};

void *volatile Sink;

int main() {
  Arena Nodes, Longs, Texts, Lines;
  for (int I = 0; I < 1000; ++I) {
    Sink = new (Nodes) Node;
    Sink = new (Longs) long;
    Sink = new (&Texts) char[5];
  }
  for (int I = 0; I < 10; ++I) {
    Sink = new (Lines) Line;
    Sink = new (__FILE__, __LINE__) int;
    Sink = new (std::string_view(__FILE__)) short;
  }
}
