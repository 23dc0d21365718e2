// A file that takes the address of malloc, beside calls through pointers of its type that no
// rule names: where the profile shows little, it says what proposes them. An address that
// nobody calls through, and calls of that type where no allocator's address is taken, are
// nothing to be told of.
//
// RUN: %cc -O0 %s -o %t -DTAKES -DCALLS && %profile %t 2>&1 | %FileCheck %s
// RUN: %cc -O2 %s -o %t -DTAKES -DCALLS && %profile %t 2>&1 | %FileCheck %s
// RUN: %cc -O2 -fPIC -pie %s -o %t -DTAKES -DCALLS && %profile %t 2>&1 | %FileCheck %s
// RUN: %allocsite report %t.csv | %FileCheck %s --check-prefix=REPORT
// CHECK: allocsite: coverage: 1 file calls through pointers what may be malloc, and that is not counted: allocsite discover proposes rules for such calls, which need -fplugin=
// REPORT: Coverage: 1 file calls through pointers
//
// RUN: %cc -O2 %s -o %t -DTAKES && %profile %t 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %cc -O2 %s -o %t -DCALLS && %profile %t 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: heap profiler: wrote
// NONE-NOT: {{[Cc]}}overage:
#include <stdlib.h>

static void *own(size_t Size) {
  static char Room[100];
  return Room;
}

struct Functions {
  void *(*Take)(size_t);
  void *(*Grow)(void *, size_t);
};

// By way of a parameter: what it is set to is not to be seen.
__attribute__((noinline)) static void set(struct Functions *volatile *To,
                                          struct Functions *From) {
  *To = From;
}

int main(int Count, char **Arguments) {
#ifdef TAKES
  struct Functions System = {Count > 1 ? own : malloc, realloc};
#else
  struct Functions System = {own, 0};
#endif
  struct Functions *volatile Used;
  set(&Used, &System);
  char *volatile Result = 0;
#ifdef CALLS
  Result = Used->Take(10);
#endif
}
