// A thread whose keys evict one another goes on with eight times as many slots, up to
// 2^18 of them; one in which they seldom do keeps its 64. Nothing is counted twice or lost, and the tables of a thread that has ended serve
// the next one, which begins with the smallest. memory= bounds them.
//
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0 %t > %t.on && %FileCheck %s --input-file=%t.on
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=CALLS
// RUN: %rows --sum 'total bytes' %t.csv | %FileCheck %s --check-prefix=BYTES
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:verbosity=0:memory=20 %t > %t.less && %FileCheck %s --input-file=%t.less --check-prefix=LESS
// RUN: %rows --sum 'call count' %t.csv | %FileCheck %s --check-prefix=CALLS
//
// CHECK:      {{^}}seldom: 64{{$}}
// CHECK-NEXT: {{^}}often: 64 512 4096 32768 262144{{$}}
// CHECK-NEXT: {{^}}the next thread: 64 512 4096 32768 262144, the same{{$}}
// LESS:       {{^}}often: 64 512 4096 32768{{$}}
// LESS-NEXT:  {{^}}the next thread: 64 512 4096 32768, the same{{$}}
// 64 * 32 * 101 + 2 * 10 * 60000 calls.
// CALLS: {{^}}1406848{{$}}
// BYTES: {{^}}242853915712{{$}}
#include "Inputs/Play.h"
#include <pthread.h>
#include <stdio.h>
#include <vector>

static OneSite *Module;

static AllocSiteSlot *table() { return ALLOCSITE_SYM_THREAD.Slots; }

// One in a hundred evicts at most.
static void *seldom(void *) {
  for (int Round = 0; Round < 32; ++Round)
    for (uint64_t Size = 0; Size < 64; ++Size)
      for (int Times = 0; Times < 101; ++Times)
        Module->allocate(1000000 + Size);
  printf("seldom: %zu\n", slotCount(table()));
  return nullptr;
}

static std::vector<AllocSiteSlot *> Before;

static void *often(void *Title) {
  std::vector<AllocSiteSlot *> Tables;
  for (int Round = 0; Round < 10; ++Round)
    for (uint64_t Size = 0; Size < 60000; ++Size) {
      Module->allocate(Size);
      if (Tables.empty() || Tables.back() != table())
        Tables.push_back(table());
    }
  printf("%s:", static_cast<char *>(Title));
  for (AllocSiteSlot *Each : Tables)
    printf(" %zu", slotCount(Each));
  puts(Before.empty() ? "" : Before == Tables ? ", the same" : ", others");
  Before = Tables;
  return nullptr;
}

static void run(void *(*Work)(void *), const char *Title) {
  pthread_t Thread;
  pthread_create(&Thread, nullptr, Work, const_cast<char *>(Title));
  pthread_join(Thread, nullptr);
}

int main() {
  static OneSite TheModule;
  Module = &TheModule;
  run(seldom, "");
  run(often, "often");
  run(often, "the next thread");
}
