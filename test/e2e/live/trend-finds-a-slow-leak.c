// One object in 10,000 is never freed: trend tells that its site grows, in dumps of the process, and says so
// of no other of forty sites, whose live objects come and go.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -I%include -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=verbosity=0:live=1:output=%t.dir/app.csv %t %t.dir
// RUN: rm -f %t.dir/app.csv %t.dir/app.asprof
// RUN: %allocsite trend %t.dir --format tsv --top 0 > %t.tsv 2> %t.err
// RUN: %FileCheck --input-file=%t.tsv %s
// RUN: grep -c varies %t.tsv | %FileCheck --check-prefix=OTHERS %s
// RUN: %FileCheck --input-file=%t.err --check-prefix=NOTE %s
// Bytes are added up by the process: from dump to dump there are as many, and the leak is not seen in them.
// RUN: %allocsite trend %t.dir --measure bytes | %FileCheck --check-prefix=BYTES %s
//
//     CHECK: state
// CHECK-NEXT: grows 48 480 432 48.000000 {{.*}} malloc - forget {{.*}}slow-leak.c
//  CHECK-NOT: grows
//     OTHERS: {{^40$}}
//       NOTE: a series of 10 logs
//      BYTES: bytes from log to log
//      BYTES: No site grows.
// BYTES-NEXT: The logs are of one process
#include "allocsite/control.h"
#include <stdio.h>
#include <stdlib.h>

static void *volatile Sink;
static void *Slots[40][1000];
static unsigned long State = 1;

static unsigned next(unsigned Below) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(State >> 33) % Below;
}

__attribute__((noinline)) void forget(void) { Sink = malloc(48); }

// clang-format off
#define SITE(N) __attribute__((noinline)) void *site##N(void) { return malloc(16 + N); }
#define TEN(M, T) M(T##0) M(T##1) M(T##2) M(T##3) M(T##4) M(T##5) M(T##6) M(T##7) M(T##8) M(T##9)
#define FORTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4)
FORTY(SITE)
#define NAME(N) site##N,
static void *(*const Sites[])(void) = {FORTY(NAME)};
// clang-format on

int main(int Count, char **Arguments) {
  if (Count < 2)
    return 1;
  for (int Log = 1; Log <= 10; ++Log) {
    for (int I = 0; I != 10000; ++I) {
      const unsigned Site = next(40), Slot = next(1000);
      free(Slots[Site][Slot]);
      Slots[Site][Slot] = next(2) ? Sites[Site]() : NULL;
    }
    forget();
    // All sites come to rest at a level of their own, which varies from log to log.
    for (int Site = 0; Site != 40; ++Site)
      for (int Slot = 0, Kept = (int)next(200) + 100; Slot != 1000; ++Slot)
        if (Slots[Site][Slot] && --Kept < 0) {
          free(Slots[Site][Slot]);
          Slots[Site][Slot] = NULL;
        }
    char Path[4096];
    snprintf(Path, sizeof(Path), "%s/app-%d.csv", Arguments[1], Log);
    if (allocsite_dump(Path))
      return 1;
  }
  return 0;
}
