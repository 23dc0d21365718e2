// A call through a variable is a site where all that the file stores there is a known
// allocator, without any rule. If nobody else can store there it is that allocator's, else
// it has the variable's name: another file may set it to what allocates itself, and that is
// counted under its own name. A variable to which something unknown is stored is none, be it
// by an assignment or by its initialiser.
//
// RUN: %cc -O0 -g %s -o %t && %profile %t && %rows --cols "allocator,bytes allocated,call count" %t.csv | sort | %FileCheck %s --match-full-lines
// RUN: %cc -O2 %s -o %t && %profile %t && %rows --cols "allocator,bytes allocated,call count" %t.csv | sort | %FileCheck %s --match-full-lines
// RUN: %cc -O2 -fPIE -pie %s -o %t && %profile %t && %rows --cols "allocator,bytes allocated,call count" %t.csv | sort | %FileCheck %s --match-full-lines
//
// CHECK:      libMalloc|10|1
// CHECK-NEXT: malloc|20|1
// CHECK-NEXT: malloc|30|1
// CHECK-NEXT: malloc|50|1
// CHECK-NEXT: realloc|40|1
// CHECK-NOT:  {{.}}
#include <stdlib.h>

static char Arena[16];
typedef void *(*mallocFunc)(size_t);
mallocFunc libMalloc = (mallocFunc)malloc;
static void *(*own)(size_t) = malloc;
static struct {
  int On;
  void *(*take)(size_t);
  void (*give)(void *);
  void *(*again)(void *, size_t);
} Hooks = {1, malloc, free, realloc};
static void *(*late)(size_t);
static void *(*other)(size_t) = malloc;
static void *(*neverSet)(size_t);
static void *mine(size_t Size) { return (char *)Arena + Size % 8; }
static void *(*mixed)(size_t) = mine;

void setOther(void *(*To)(size_t)) { other = To; }
void init(int Count) {
  late = malloc;
  if (Count > 1)
    mixed = malloc;
}

static void *volatile Sink;
int main(int Count, char **Arguments) {
  init(Count);
  Sink = libMalloc(10);
  Sink = own(20);
  void *P = Hooks.take(30);
  Sink = P = Hooks.again(P, 40);
  Hooks.give(P);
  Sink = late(50);
  Sink = other(60);
  Sink = mixed(80);
  if (Count > 1)
    Sink = neverSet(70);
  return 0;
}
