// A limit: what an `operator new` of the program hands to code without the pass, as to the
// streams in libstdc++.so, is in no row. The call that led there was no site, and the `malloc`
// inside is none. What the code that has the pass allocates is counted once.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
//     CHECK: {{^}}main|-|-|-|4000|1{{$}}
// CHECK-NOT: {{.}}
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sstream>

static unsigned Calls, Others;
void *operator new(size_t Size) {
  ++Calls;
  Others += Size != 4000;
  void *Block = std::malloc(Size);
  if (!Block)
    throw std::bad_alloc();
  return Block;
}
void operator delete(void *P) noexcept { std::free(P); }
void operator delete(void *P, size_t) noexcept { std::free(P); }

struct Page {
  char Bytes[4000];
};
static void *volatile Sink;

int main() {
  Sink = new Page;
  {
    std::ostringstream Stream;
    Stream.write(static_cast<Page *>(Sink)->Bytes, 3000);
  }
  return Calls > 1 && Others > 0 ? 0 : 1;
}
