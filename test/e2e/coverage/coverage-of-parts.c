// An object file or static library that was not compiled with the pass shows by the allocators
// that the program imports and no file with the pass refers to. One that calls the same
// allocators as the others does not (docs/limits.md).
//
// RUN: %clang -O1 -DPART -c %s -o %t.part.o
// RUN: %cc -O1 %s %t.part.o -o %t -Wl,-z,lazy && %profile %t 2>&1 | %FileCheck %s
// RUN: %allocsite report %t.csv | %FileCheck %s --check-prefix=REPORT
// CHECK: allocsite: coverage: part of {{.*}} was not compiled with the pass, and calls strdup: look for object files and static libraries that were built without -fpass-plugin=
// REPORT: Coverage: part of
// REPORT: strdup
//
// RUN: %cc -O1 -DPART -c %s -o %t.part.o
// RUN: %cc -O1 %s %t.part.o -o %t && %profile %t 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %cc -O2 -flto -DPART -c %s -o %t.part.o
// RUN: %cc -O2 -flto %lld %s %t.part.o -o %t && %profile %t 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: heap profiler: wrote
// NONE-NOT: {{[Cc]}}overage:
#include <stdlib.h>
#include <string.h>

char *text(const char *From);

#ifdef PART
char *text(const char *From) { return strdup(From); }
#else
// The optimiser makes one calloc of it, which is not in the source.
static long *zeros(size_t Count) {
  long *New = malloc(Count * 8);
  if (New)
    memset(New, 0, Count * 8);
  return New;
}

int main(int Count, char **Arguments) {
  long *volatile Numbers = zeros(Count * 100);
  free(Numbers);
  free(text(Arguments[0]));
}
#endif
