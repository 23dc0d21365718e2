// Where most of the heap is of libraries of the system, as the streams of zlib here, the line
// names those that allocate, without asking for them to be compiled anew. Not where they have
// little, nor where the program's own allocations are as much.
//
// RUN: %cc -O1 %s -o %t && %profile %t 40 2>&1 | %FileCheck %s
// RUN: %allocsite report %t.csv | %FileCheck %s --check-prefix=REPORT
// CHECK: allocsite: coverage: most of the heap is not counted; /{{.*}}/libz.so.1 calls malloc and is the system's: to see that, build it with the pass
// REPORT: Coverage: most of the heap is not counted; /{{.*}}libz.so.1 calls malloc
//
// RUN: %profile %t 0 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %profile %t 40 own 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: heap profiler: wrote
// NONE-NOT: {{[Cc]}}overage:
#include <dlfcn.h>
#include <stdlib.h>

typedef int InitFn(void *Stream, int Level, const char *Version, int Size);
static void *volatile Sink;

int main(int Count, char **Arguments) {
  InitFn *Init = (InitFn *)dlsym(dlopen("libz.so.1", RTLD_NOW), "deflateInit_");
  static long Streams[40][14]; // of z_stream's size, zeroed
  for (int I = 0; I < atoi(Arguments[1]); ++I)
    if (Init(Streams[I], 9, "1", sizeof(Streams[I])) != 0)
      return 1;
  for (int I = 0; Count > 2 && I < 150; ++I)
    Sink = malloc(100000);
  Sink = malloc(10);
  return 0;
}
