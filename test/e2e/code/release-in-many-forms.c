// However a program brings its own `free`, what that allocates has no callers but those
// below it: as an alias, ending in a jump that has to be one, with a helper that it alone
// calls, or put in its place by the linker. Code without the pass that was called before
// is not among them.
//
// RUN: %clang -O2 -DPLAIN -c %s -o %t.plain.o
// RUN: %cc -O0 -DFORM=1 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=ALIAS
// RUN: %cc -O2 -DFORM=1 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=ALIAS
// RUN: %cc -O0 -DFORM=2 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=JUMP
// RUN: %cc -O2 -DFORM=2 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=JUMP
// RUN: %cc -O0 -DFORM=3 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=HELPER
// RUN: %cc -O2 -DFORM=3 %s %t.plain.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=HELPER
// RUN: %cc -O2 -DFORM=4 %s %t.plain.o -Wl,--wrap=free -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=WRAP
//
// ALIAS:      {{^}}after|works|main|-|103{{$}}
// ALIAS-NEXT: {{^}}ownFree|-|-|-|101{{$}}
// ALIAS-NOT:  {{.}}
// JUMP:      {{^}}after|works|main|-|103{{$}}
// JUMP-NEXT: {{^}}helper|{{free|-}}|-|-|101{{$}}
// JUMP-NEXT: {{^}}helper|free|-|-|102{{$}}
// JUMP-NOT:  {{.}}
// HELPER:      {{^}}after|works|main|-|103{{$}}
// HELPER-NEXT: {{^}}helper|free|-|-|101{{$}}
// HELPER-NOT:  {{.}}
// WRAP:      {{^}}__wrap_free|-|-|-|101{{$}}
// WRAP-NEXT: {{^}}after|works|main|-|103{{$}}
// WRAP-NOT:  {{.}}
#include <stdlib.h>

void plain(void);
void works(void);

#ifdef PLAIN
char Room[64];
void plain(void) {}
#else
extern char Room[64];
static void *volatile Sink;
#define SEPARATE __attribute__((noinline))

#if FORM == 1
SEPARATE void ownFree(void *P) {
  if (P == Room)
    Sink = malloc(101);
  Sink = 0;
}
void free(void *P) __attribute__((alias("ownFree")));
#elif FORM == 2
static size_t Size = 102;
SEPARATE void helper(void *P) {
  if (P == Room)
    Sink = malloc(Size--);
  Sink = 0;
}
SEPARATE void free(void *P) {
  helper(P);
  __attribute__((musttail)) return helper(P);
}
#elif FORM == 3
static SEPARATE void helper(size_t Size) {
  Sink = malloc(Size);
  Sink = 0;
}
SEPARATE void free(void *P) {
  if (P == Room)
    helper(101);
  Sink = 0;
}
#else
SEPARATE void __wrap_free(void *P) {
  if (P == Room)
    Sink = malloc(101);
  Sink = 0;
}
#endif

static SEPARATE void after(void) {
  Sink = malloc(103);
  Sink = 0;
}
SEPARATE void works(void) {
  plain();
  free(Room);
  after();
  plain();
  Sink = 0;
}
int main(void) {
  works();
  Sink = 0;
  return 0;
}
#endif
