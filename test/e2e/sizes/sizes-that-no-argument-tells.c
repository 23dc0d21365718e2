// Where the size of an object is no argument: it stands in what an argument points to, or is
// the same for all, or nothing tells it, and calls alone are counted. With a body and without,
// and of a member.
//
// RUN: split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/slab.cfg %cc -O0 %t/main.c %t/slab.c -o %t/O0
// RUN: %profile %t/O0 && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/slab.cfg %cc -O2 -g %t/main.c %t/slab.c -o %t/O2
// RUN: %profile %t/O2 && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/slab.cfg %cc -O1 -DINLINE %t/main.c -o %t/O1
// RUN: %profile %t/O1 && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s
//
//      CHECK: {{^}}main|720|1|slab_words{{$}}
// CHECK-NEXT: {{^}}main|480|1|slab_many{{$}}
// CHECK-NEXT: {{^}}main|64|4|slab_header{{$}}
// CHECK-NEXT: {{^}}main|96|2|slab_take{{$}}
// CHECK-NEXT: {{^}}main|160|1|slab_long{{$}}
// CHECK-NEXT: {{^}}main|48|3|slab_take{{$}}
// CHECK-NEXT: {{^}}main|0|5|slab_any{{$}}
//  CHECK-NOT: {{.}}
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/slab.cfg %cxx -O1 -I%source/include %t/pool.cpp -o %t/pool
// RUN: %profile %t/pool && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=POOL
//
//      POOL: {{^}}main|24|3|Pool::take{{$}}
// POOL-NEXT: {{^}}main|8|3|Annotated::take{{$}}
//  POOL-NOT: {{.}}
//
// A member that debug information describes: of a base class or of a part without a name too. A
// class that has no such member is an error, and without -g nothing is known.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/members.cfg %cxx -O1 -g %t/members.cpp -o %t/members
// RUN: %profile %t/members && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=MEMBERS
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/members.cfg %cxx -O1 %t/members.cpp -o %t/members 2>&1 | %FileCheck %s --check-prefix=WITHOUT
// RUN: printf 'alloc:take size=0->Slab.Lond\n' > %t/wrong.cfg
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/wrong.cfg %cxx -O1 -g -c %t/members.cpp -o %t/members.o 2>&1 | %FileCheck %s --check-prefix=WRONG
//
//      MEMBERS: {{^}}main|160|2|take{{$}}
// MEMBERS-NEXT: {{^}}main|90|3|Pool::take{{$}}
//  MEMBERS-NOT: {{.}}
// WITHOUT: members.cfg:{{[12]:[0-9]+}}: nothing describes '{{Slab|Pool}}' here, which -g does: calls count with 0 bytes
// WRONG: error: allocsite: {{.*}}wrong.cfg:1:17: 'Slab' has no member 'Lond' (did you mean 'Long'?)

//--- members.cfg
alloc:take        size=0->Slab.Long
alloc:Pool::take  size=this->Pool.Size count=0

//--- members.cpp
static char Memory[1 << 12], *Next = Memory;
static void *volatile Sink;
typedef unsigned int Number;
struct Head {
  char Kind;
  union {
    const Number Size = 30;
    char Bytes[4];
  };
};
struct Pool : Head {
  __attribute__((noinline)) void *take(unsigned Count) { return Next += Size * Count; }
};
typedef struct {
  char Kind;
  unsigned long Long;
} Slab;
extern "C" __attribute__((noinline)) void *take(Slab *Of) { return Next += Of->Long; }

int main() {
  Pool P;
  Slab S = {'s', 160};
  for (int I = 0; I < 2; ++I)
    Sink = take(&S);
  for (int I = 0; I < 3; ++I)
    Sink = P.take(3);
}

//--- slab.cfg
[slab]
alloc:slab_take    shape=pi  size=int(0+8)
alloc:slab_long    shape=p   size=long(0)
alloc:slab_header  shape=-   size=bytes(64)
alloc:slab_words   shape=i   size=bytes(8)  count=0
alloc:slab_many    shape=pi  size=int(0+8)  count=1
alloc:slab_any     shape=p*  size=unknown  arena=0
[*]
alloc:Pool::take   size=int(this+4)

//--- slab.h
struct Slab {
  unsigned long Whole;
  unsigned Size, Other;
};
void *slab_take(struct Slab *, unsigned Flags);
void *slab_long(struct Slab *);
void *slab_header(void);
void *slab_words(unsigned);
void *slab_many(struct Slab *, unsigned);
void *slab_any(struct Slab *);

//--- slab.c
#include "slab.h"
static char Memory[1 << 12], *Next = Memory;
void *slab_take(struct Slab *S, unsigned Flags) { return (Next += S->Size) - Flags; }
void *slab_long(struct Slab *S) { return Next += S->Whole; }
void *slab_header(void) { return Next += 64; }
void *slab_words(unsigned Words) { return Next += 8 * Words; }
void *slab_many(struct Slab *S, unsigned Number) { return Next += S->Size * Number; }
void *slab_any(struct Slab *S) { return Next += S->Other; }

//--- main.c
#ifdef INLINE
#include "slab.c"
#else
#include "slab.h"
#endif

static void *volatile Sink;

int main(void) {
  struct Slab Small = {160, 48, 8}, Large = {1, 96, 7};
  struct Slab *volatile Slabs[] = {&Small, &Large};
  for (int I = 0; I < 5; ++I) {
    Sink = slab_take(Slabs[I & 1], 0);
    Sink = slab_any(Slabs[I & 1]);
  }
  for (int I = 0; I < 4; ++I)
    Sink = slab_header();
  Sink = slab_long(Slabs[0]);
  Sink = slab_words(90);
  Sink = slab_many(Slabs[1], 5);
  return 0;
}

//--- pool.cpp
#include <allocsite/allocsite.h>

static char Memory[1 << 12], *Next = Memory;
static void *volatile Sink;

struct Pool {
  unsigned Flags = 1, Size = 24;
  __attribute__((noinline)) void *take() { return Next += Size * Flags; }
};

struct Annotated {
  ALLOCSITE_ALLOC(size=bytes(8), arena=this) void *take() { return Next += 8; }
};

int main() {
  Pool P;
  Annotated A;
  for (int I = 0; I < 3; ++I) {
    Sink = P.take();
    Sink = A.take();
  }
}
