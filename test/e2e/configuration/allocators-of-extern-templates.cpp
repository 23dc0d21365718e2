// An arena that is a template of which another file has the instance, and an inline function
// of C that another file has: their bodies are here to be inlined and gone behind the
// optimiser. What was not inlined counts once, and so does what was.
//
// RUN: rm -rf %t && split-file %s %t && echo 'alloc:Arena::* shape=i size=0 arena=this' > %t/config
// RUN: echo 'alloc:take shape=i size=0' >> %t/config
// RUN: for Level in -O0 -O1 -O2 '-O2 -g' '-O2 -fno-inline' '-O2 -fPIC'; do env ALLOCSITE_PASS_OPTIONS=config=%t/config %cxx $Level %t/main.cpp %t/instance.cpp -o %t/program && %profile %t/program && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | grep -v malloc | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}} || exit 1; done
//
//      CHECK:main|16|50|Arena::large
// CHECK-NEXT:main|24|50|Arena::large
// CHECK-NEXT:main|32|50|take
// CHECK-NEXT:main|8|50|Arena::small

//--- arena.h
#include <cstdlib>
template <int Chunk> struct Arena {
  char *Cur = nullptr, *End = nullptr;
  void grow();
  void *small(unsigned long N) {
    if (Cur + N > End)
      grow();
    char *At = Cur;
    Cur += N;
    return At;
  }
  __attribute__((noinline)) void *large(unsigned long N) { return small(N); }
};
template <int Chunk> void Arena<Chunk>::grow() {
  Cur = static_cast<char *>(malloc(Chunk));
  End = Cur + Chunk;
}
extern template struct Arena<4096>;

//--- main.cpp
#include "arena.h"

extern "C" {
extern Arena<4096> *Taken;
extern inline __attribute__((gnu_inline, noinline)) void *take(unsigned long N) {
  return Taken->Cur ? Taken->Cur + N : nullptr;
}
}
struct MayThrow {
  ~MayThrow();
};
void *volatile Sink;

int main() {
  Arena<4096> A;
  Taken = &A;
  MayThrow Cleanup;
  for (int I = 0; I < 50; ++I) {
    Sink = A.small(8);
    Sink = A.large(16);
    Sink = A.large(24);
    Sink = take(32);
  }
}

//--- instance.cpp
#include "arena.h"
template struct Arena<4096>;
struct MayThrow {
  ~MayThrow();
};
MayThrow::~MayThrow() {}
extern "C" {
Arena<4096> *Taken;
void *take(unsigned long N) { return Taken->Cur ? Taken->Cur + N : nullptr; }
}
