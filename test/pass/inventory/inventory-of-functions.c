// The inventory tells of each function that other files can call which functions of other
// files it leads to; or nothing, where it may allocate whatever those do. Static functions
// are followed; library functions that never allocate, and `free`, are no way to one.
//
// RUN: rm -f %t.jsonl
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=%t.jsonl %cc -O1 -c %s -o %t.o
// RUN: grep '"kind":"function"' %t.jsonl | sed 's/.*"symbol"/"symbol"/' | sort > %t.lines
// RUN: %FileCheck %s < %t.lines --match-full-lines
//
// CHECK:      "symbol":"alias","leads":["other"]}
// CHECK-NEXT: "symbol":"allocates"}
// CHECK-NEXT: "symbol":"allocates_within"}
// CHECK-NEXT: "symbol":"by_pointer"}
// CHECK-NEXT: "symbol":"calls","leads":["other"]}
// CHECK-NEXT: "symbol":"calls_own","leads":["calls","another"]}
// CHECK-NEXT: "symbol":"itself","leads":[]}
// CHECK-NEXT: "symbol":"jumps","leads":["longjmp"]}
// CHECK-NEXT: "symbol":"library","leads":[]}
// CHECK-NEXT: "symbol":"replaceable"}
// CHECK-NOT:  {{.}}

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
extern void other(void), another(void);
extern void *volatile Kept;
extern jmp_buf Place;

NOINLINE void calls(void) {
  other();
  other();
}
extern void alias(void) __attribute__((alias("calls")));
static NOINLINE void own(int N) {
  calls();
  another();
  if (N)
    own(N - 1);
}
void calls_own(int N) { own(N); }
NOINLINE int itself(int N) { return N < 2 ? N : itself(N - 1) + itself(N - 2); }
void library(char *To, const char *From) {
  strcpy(To, From);
  free(Kept);
}
void by_pointer(void (*F)(void)) { F(); }
static NOINLINE void makes(void) { Kept = malloc(1); }
void allocates(void) { Kept = malloc(1); }
void allocates_within(void) { makes(); }
__attribute__((weak)) void replaceable(void) {}
void jumps(void) { longjmp(Place, 1); }
