// In an address space that is too small, which calls fail is told by their results alone.
// The program counts them itself, by size, and the rows say the same. A new that throws has
// returned nothing and is not counted; one that returns null has failed.
//
// RUN: %cxx -O0 %s -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count' %t.csv | sort > %t.got
// RUN: sort %t.out | diff - %t.got
// RUN: %cxx -O2 %s -o %t && %run_rows
// RUN: %rows --cols 'allocator,bytes allocated,call count' %t.csv | sort > %t.got
// RUN: sort %t.out | diff - %t.got
// RUN: grep -c failed %t.got | %FileCheck %s
//
// CHECK: {{^}}6{{$}}
//
// A sanitizer takes the address space for itself, and qemu limits none.
// UNSUPPORTED: sanitized
// REQUIRES: native
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static void *volatile Kept;
static unsigned long Random = 1;
static unsigned next(unsigned Below) {
  Random = Random * 6364136223846793005u + 1442695040888963407u;
  return unsigned(Random >> 40) % Below;
}

static unsigned long Made[4][2], Failed[4][2];
static bool note(unsigned Which, unsigned Size, void *Got) {
  Kept = Got;
  ++(Got ? Made : Failed)[Which][Size];
  return Got;
}

int main() {
  const size_t Sizes[] = {300000, 5000000};
  const char *Names[] = {"malloc", "calloc", "operator new", "operator new"};
  rlimit Before;
  getrlimit(RLIMIT_AS, &Before);
  const rlimit Small = {size_t(1) << 29, Before.rlim_max};
  setrlimit(RLIMIT_AS, &Small);
  bool Fits = true;
  for (int I = 0; I < 3000; ++I) {
    unsigned Size = next(2);
    size_t Bytes = Sizes[Size];
    switch (next(Fits ? 3 : 4)) {
    case 0:
      Fits = note(0, Size, malloc(Bytes));
      break;
    case 1:
      Fits = note(1, Size, calloc(Bytes / 4, 4));
      break;
    case 2:
      Fits = note(2, Size, new (std::nothrow) char[Bytes]);
      break;
    case 3:
      try {
        note(3, Size, new char[Bytes]);
      } catch (std::bad_alloc &) {
      }
    }
  }
  setrlimit(RLIMIT_AS, &Before); // The log needs room.
  for (unsigned Which = 0; Which < 4; ++Which)
    for (unsigned Size = 0; Size < 2; ++Size) {
      const char *Array = Which >= 2 ? "[]" : "";
      if (Made[Which][Size])
        printf("%s%s|%zu|%lu\n", Names[Which], Array, Sizes[Size], Made[Which][Size]);
      if (Failed[Which][Size])
        printf("%s%s (failed)|%zu|%lu\n", Names[Which], Array, Sizes[Size],
               Failed[Which][Size]);
    }
}
