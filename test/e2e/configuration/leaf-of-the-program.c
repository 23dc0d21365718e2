// Nothing is pushed for `getenv`, `random` and others. Where a program brings its own, as
// shells do, and that allocates, what it allocates has no callers beyond it, and no others in
// their place; behind it all is as it was. One with another prototype is as any other function.
//
// RUN: %cc -O0 -DOWN -c %s -o %t.own.o && %cc -O0 -c %s -o %t.o
// RUN: %cc %t.o %t.own.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort \
// RUN:   | %FileCheck %s -DRANDOM=random
// RUN: %cc -O2 -DOWN -c %s -o %t.own.o && %cc -O2 -c %s -o %t.o
// RUN: %cc %t.o %t.own.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort \
// RUN:   | %FileCheck %s -DRANDOM=random
// RUN: %cc -O2 -DOWN -DALL %s -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort \
// RUN:   | %FileCheck %s -DRANDOM=random
//
// The linker may call one by another name, and one may be the alias of an alias.
// RUN: %cc -O2 -DOWN -Drandom=__wrap_random -c %s -o %t.own.o && %cc -O2 -c %s -o %t.o
// RUN: %cc -Wl,--wrap=random %t.o %t.own.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort \
// RUN:   | %FileCheck %s -DRANDOM=__wrap_random
// RUN: %cc -O2 -DOWN -DALIAS -Drandom=impl -c %s -o %t.own.o
// RUN: %cc %t.o %t.own.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort \
// RUN:   | %FileCheck %s -DRANDOM=impl
//
// CHECK:      {{^}}after|works|main|-|103{{$}}
// CHECK-NEXT: {{^}}before|works|main|-|101{{$}}
// CHECK-DAG:  {{^}}note|getenv|-|-|102{{$}}
// CHECK-DAG:  {{^}}note|[[RANDOM]]|-|-|104{{$}}
// CHECK-DAG:  {{^}}note|strcasecmp|-|-|106{{$}}
// CHECK-DAG:  {{^}}note|pthread_mutex_init|-|-|107{{$}}
// CHECK-DAG:  {{^}}note|srandom|works|main|105{{$}}
// CHECK-NOT:  {{.}}
#include <stddef.h>

void *malloc(size_t);
char *getenv(const char *);
long random(void);
int srandom(const char *, int);
int strcasecmp(const char *, const char *);
int pthread_mutex_init(void *, const void *);

#define SEPARATE __attribute__((noinline))

extern void *volatile Sink;

#ifdef OWN
void *volatile Sink;
static SEPARATE void note(size_t Size) {
  Sink = malloc(Size);
  Sink = NULL;
}
SEPARATE char *getenv(const char *Name) {
  // Not of the runtime's own questions, nor of those of libraries.
  if (Name[0] == '!')
    note(102);
  return NULL;
}
SEPARATE long random(void) {
  note(104);
  return 4;
}
SEPARATE int srandom(const char *Text, int Size) {
  note(Size);
  return Text[0];
}
SEPARATE int strcasecmp(const char *A, const char *B) {
  if (A[0] == '!' && B[0] == '!')
    note(106);
  return 0;
}
SEPARATE int pthread_mutex_init(void *Mutex, const void *How) {
  if (!Mutex && !How)
    note(107);
  return 0;
}
#ifdef ALIAS
#undef random
extern long between(void) __attribute__((alias("impl")));
extern long random(void) __attribute__((alias("between")));
#endif
#endif

#if !defined(OWN) || defined(ALL)
static SEPARATE void before(void) {
  Sink = malloc(101);
  Sink = NULL;
}
static SEPARATE void after(void) {
  Sink = malloc(103);
  Sink = NULL;
}
static const char *volatile Mark = "!"; // Or the optimiser copies `getenv` for it.
SEPARATE int works(void) {
  before();
  int Result = getenv(Mark) != NULL;
  Result += (int)random();
  Result += srandom("4", 105);
  Result += strcasecmp(Mark, Mark);
  Result += pthread_mutex_init(NULL, NULL);
  after();
  return Result;
}
int main(void) { return works() != 4 + '4'; }
#endif
