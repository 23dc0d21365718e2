// With probes=otel a sample of blocks and of objects of arenas passes the probes of OpenTelemetry's
// contract. The program traces itself (Inputs/tracer.h) and does the sums. In the registers of the first three
// arguments are the address that the program gets, the bytes that it has asked for, and their weight,
// S / (1 - e^(-S/R)), rounded up or down. Sums of weights are within four deviations of the bytes. A free
// comes for each alloc, before the address can come again, whatever way the block or object goes, and whichever
// thread frees it.
//
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && mkdir %t && cd %t && cp %S/Inputs/otel-probes.cfg rules.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1:config=%t/rules.cfg %cxx -O1 %s -pthread -o app
// RUN: export SKIP_HEAP_PROFILE=1
// RUN: env ALLOCSITE_OPTIONS=probes=otel:sample=16K:sample-seed=1:output=%t/a.csv ./app 16384 > a.out
// RUN: %if native %{ for seed in 2 3; do env ALLOCSITE_OPTIONS=probes=otel:sample=16K:sample-seed=$seed:output=%t/a.csv ./app 16384 > a.out || { cat a.out; exit 1; }; done %}
// RUN: %FileCheck %s --input-file=a.out
// Without a size it is 512K. The log has what is alive, as estimated from that sample; with live=arenas no block
// is passed, and with live=heap no object.
// RUN: %if native %{ env ALLOCSITE_OPTIONS=probes=otel:sample-seed=1:output=%t/b.csv ./app 524288 > b.out && head -1 b.csv | grep 'live bytes.*estimated from count' %}
// RUN: env ALLOCSITE_OPTIONS=probes=otel:live=arenas:sample=16K:sample-seed=1:output=%t/c.csv ./app 16384 > c.out && %FileCheck %s --input-file=c.out --check-prefix=ARENAS
// RUN: %if native %{ env ALLOCSITE_OPTIONS=probes=otel:live=heap:sample=16K:sample-seed=1:output=%t/d.csv ./app 16384 > d.out && %FileCheck %s --input-file=d.out --check-prefix=HEAP %}
// Other options pass nothing.
// RUN: %if native %{ env ALLOCSITE_OPTIONS=probes=1:live=1:sample=16K:output=%t/e.csv ./app 16384 > e.out && %FileCheck %s --input-file=e.out --check-prefix=NONE %}
// RUN: %if native %{ env -u SKIP_HEAP_PROFILE ./app 16384 > f.out && %FileCheck %s --input-file=f.out --check-prefix=NONE %}
//
// What else is needed is said.
// RUN: %if native %{ %cxx -O1 %s -pthread -o counts && env -u SKIP_HEAP_PROFILE ALLOCSITE=1 ALLOCSITE_OPTIONS=probes=otel:output=%t/g.csv ./counts 524288 2>&1 | %FileCheck %s --check-prefix=NEEDS %}
// NEEDS: ALLOCSITE_OPTIONS: probes=otel: what is freed is not seen, so no block is passed; compile the file with main with ALLOCSITE_PASS_OPTIONS=live=1
// NEEDS-NEXT: blocks: 0 allocs
//
// The notes say where the arguments are.
// RUN: readelf -n app | grep -A4 'Provider: otel_memory' > notes
// RUN: %if x86_64 %{ %FileCheck %s --input-file=notes --check-prefix=NOTES-X86 %}
// RUN: %if aarch64 %{ %FileCheck %s --input-file=notes --check-prefix=NOTES-AARCH64 %}
//
// CHECK: blocks: {{[1-9][0-9][0-9][0-9]+}} allocs
// CHECK-NEXT: objects: {{[1-9][0-9][0-9]+}} allocs
// ARENAS: blocks: 0 allocs
// ARENAS-NEXT: objects: {{[1-9][0-9][0-9]+}} allocs
// HEAP: blocks: {{[1-9][0-9][0-9][0-9]+}} allocs
// HEAP-NEXT: objects: 0 allocs
// NONE: blocks: 0 allocs
// NONE-NEXT: objects: 0 allocs
//
// NOTES-X86: Name: alloc
// NOTES-X86: Arguments: 8@%rdi 8@%rsi 8@%rdx{{$}}
// NOTES-X86: Name: free
// NOTES-X86: Arguments: 8@%rdi{{$}}
// NOTES-AARCH64: Name: alloc
// NOTES-AARCH64: Arguments: 8@x0 8@x1 8@x2{{$}}
// NOTES-AARCH64: Name: free
// NOTES-AARCH64: Arguments: 8@x0{{$}}
#include "Inputs/tracer.h"
#include <math.h>
#include <pthread.h>

#define OWN __attribute__((noinline))

// What the tracer has seen.
static double Mean;
struct Sum {
  long Allocs;
  double Weighted, Exact; // of the events
  double Bytes, Variance; // of the program
};
static Sum Blocks, Objects, *Now = &Blocks;
static const void *Passed[1 << 14]; // live
static long PassedCount, Frees;
static const void *LastBlock; // since it was last looked at
static uint64_t LastSize;
static const char *Wrong;

static double weightOf(double Size) { return Size / -expm1(-Size / Mean); }

static long find(const void *Block) {
  for (long I = 0; I < PassedCount; ++I)
    if (Passed[I] == Block)
      return I;
  return -1;
}

static void onAlloc(const void *Block, uint64_t Size, uint64_t Weighted) {
  const double Exact = weightOf(double(Size));
  if (double(Weighted) < floor(Exact * (1 - 1e-12)) || double(Weighted) > ceil(Exact * (1 + 1e-12)))
    Wrong = "weight";
  if (find(Block) >= 0)
    Wrong = "an address that is live already";
  if (PassedCount == 1 << 14)
    abort();
  Passed[PassedCount++] = Block;
  ++Now->Allocs;
  Now->Weighted += double(Weighted);
  Now->Exact += Exact;
  LastBlock = Block;
  LastSize = Size;
}

static void onFree(const void *Block) {
  const long At = find(Block);
  ++Frees;
  if (At < 0)
    Wrong = "a free without an alloc";
  else
    Passed[At] = Passed[--PassedCount];
}

static long passedIn(const char *Begin, const char *End) {
  long Count = 0;
  for (long I = 0; I < PassedCount; ++I)
    Count += Passed[I] >= Begin && Passed[I] < End;
  return Count;
}

static void check(bool Is, const char *What) {
  if (!Is && !Wrong)
    Wrong = What;
}

/// The program has got a block of that size.
static void got(const void *Block, size_t Size) {
  const double Probability = -expm1(-double(Size) / Mean);
  Now->Bytes += double(Size);
  Now->Variance += double(Size) * double(Size) * (1 - Probability) / Probability;
  check(!LastBlock || (LastBlock == Block && LastSize == Size), "another address or size");
  LastBlock = nullptr;
}

static uint64_t State = 1;
static unsigned random(unsigned Below) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return unsigned(State >> 33) % Below;
}
static size_t randomSize() { return 1 + random(16u << random(12)); }

/// Ends: frees what the one before has left, too.
OWN static void *useHeap(void *Ends) {
  enum { Slots = 500 };
  static void *Kept[Slots];
  static size_t Sizes[Slots];
  static bool IsNew[Slots];
  for (int I = 0; I < 40000; ++I) {
    const unsigned At = random(Slots);
    const size_t Size = randomSize();
    void *&Its = Kept[At];
    if (Its && !IsNew[At] && random(2)) {
      if (!random(50)) { // fails: the block goes and comes again
        check(!realloc(Its, size_t(1) << 62), "realloc");
        got(Its, Sizes[At]);
      }
      Its = realloc(Its, Size);
      Sizes[At] = Size;
      got(Its, Size);
      continue;
    }
    if (IsNew[At])
      operator delete(Its);
    else
      free(Its);
    check(find(Its) < 0 || !Its, "a block that is freed");
    IsNew[At] = random(2);
    Sizes[At] = Size;
    Its = IsNew[At]   ? operator new(Size)
          : random(2) ? malloc(Size)
                      : calloc(1, Size);
    got(Its, Size);
  }
  for (unsigned I = 0; Ends && I < Slots; ++I) {
    IsNew[I] ? operator delete(Kept[I]) : free(Kept[I]);
    Kept[I] = nullptr;
    IsNew[I] = false;
  }
  return nullptr;
}

static void *Shared[64];

/// Threads free and resize what others have allocated, at the same time.
OWN static void *exchange(void *Seed) {
  uint64_t Own = uint64_t(Seed);
  for (int I = 0; I < 15000; ++I) {
    Own = Own * 6364136223846793005u + 1442695040888963407u;
    void **At = &Shared[Own >> 58], *New = malloc(64 + (Own >> 33) % 8192);
    void *Old = __atomic_exchange_n(At, New, __ATOMIC_ACQ_REL);
    if (Own >> 40 & 1)
      Old = realloc(Old, 64 + (Own >> 20) % 8192);
    free(Old);
  }
  return nullptr;
}

// Arenas whose objects are no blocks. A region is emptied as a whole, a stack from an object on, and a pool one by
// one.
struct Region { size_t Used; char Bytes[1 << 20]; };
static void *bump(Region *Of, size_t Size) {
  void *Its = Of->Bytes + Of->Used;
  Of->Used += (Size + 15) & ~size_t(15);
  return Its;
}
extern "C" {
OWN void *region_alloc(Region *Of, size_t Size) { return bump(Of, Size); }
OWN void region_reset(Region *Of) { Of->Used = 0; }
OWN void *stack_push(Region *Of, size_t Size) { return bump(Of, Size); }
OWN void stack_pop(Region *Of, void *From) { Of->Used = size_t((char *)From - Of->Bytes); }
OWN void *pool_alloc(Region *Of, size_t Slot, size_t) { return Of->Bytes + Slot * 4096; }
OWN void pool_free(void *Object) { __asm__ volatile("" : : "r"(Object)); }
OWN void pool_destroy(Region *Of) { Of->Used = 0; }
}
static Region TheRegion, TheStack, ThePool;

// Other heaps take their blocks from malloc: one cuts many of a chunk, the first where that begins, and one hands
// on what it gets, behind a header. What they have handed out goes with the block of malloc.
extern "C" {
OWN void *cut(char *From, size_t) { return From; }
OWN void *hand_on(size_t Size) { return static_cast<char *>(malloc(16 + Size)) + 16; }
OWN void take_back(void *Block) { free(static_cast<char *>(Block) - 16); }
}

OWN static void useOtherHeaps() {
  for (int I = 0; I < 200; ++I) {
    char *Chunk = static_cast<char *>(malloc(40 * 1024));
    void *Handed[40];
    for (int J = 0; J < 40; ++J) {
      cut(Chunk + J * 1024, 1024);
      Handed[J] = hand_on(1 + random(2000));
    }
    for (void *Each : Handed)
      take_back(Each);
    free(Chunk);
  }
}

static bool isNothingIn(const Region &Of, size_t From = 0) {
  return passedIn(Of.Bytes + From, Of.Bytes + sizeof(Of.Bytes)) == 0;
}

OWN static void useRegion() {
  for (int Cycle = 0; Cycle < 20; ++Cycle) {
    while (TheRegion.Used < sizeof(TheRegion.Bytes) - 4096) {
      const size_t Size = 1 + random(4000);
      got(region_alloc(&TheRegion, Size), Size);
    }
    region_reset(&TheRegion);
    check(isNothingIn(TheRegion), "objects of a region that is empty");
  }
}

OWN static void useStack() {
  void *Pushed[200];
  for (int Cycle = 0; Cycle < 100; ++Cycle) {
    for (void *&Each : Pushed) {
      const size_t Size = 1 + random(1000);
      Each = stack_push(&TheStack, Size);
      got(Each, Size);
    }
    const unsigned From = 1 + random(199);
    const size_t Left = size_t((char *)Pushed[From] - TheStack.Bytes);
    const long Before = passedIn(TheStack.Bytes, TheStack.Bytes + Left);
    stack_pop(&TheStack, Pushed[From]);
    check(isNothingIn(TheStack, Left), "objects above the top of a stack");
    check(passedIn(TheStack.Bytes, TheStack.Bytes + Left) == Before, "objects below it");
    stack_pop(&TheStack, Pushed[0]);
    check(isNothingIn(TheStack), "objects of a stack that is empty");
  }
}

OWN static void usePool() {
  bool Used[256] = {};
  for (int I = 0; I < 20000; ++I) {
    const unsigned Slot = random(256);
    char *Its = ThePool.Bytes + Slot * 4096;
    if (Used[Slot]) {
      pool_free(Its);
      check(find(Its) < 0, "an object that is freed");
    } else {
      const size_t Size = 1 + random(4000);
      got(pool_alloc(&ThePool, Slot, Size), Size);
    }
    Used[Slot] ^= true;
  }
  pool_destroy(&ThePool);
  check(isNothingIn(ThePool), "objects of a pool that has ended");
}

static void print(const char *Name, const Sum &Of) {
  printf("%s: %ld allocs, %.0f bytes of %.0f, deviation %.0f\n", Name, Of.Allocs, Of.Weighted,
         Of.Bytes, sqrt(Of.Variance));
  if (!Of.Allocs)
    return;
  check(fabs(Of.Weighted - Of.Bytes) < 4 * sqrt(Of.Variance), "sums");
  // Each is off by less than a byte, and that evens out.
  check(fabs(Of.Weighted - Of.Exact) < 2 * sqrt(double(Of.Allocs)) + 1, "rounding");
}

int main(int, char **Arguments) {
  Mean = atof(Arguments[1]);
  traceProbes();
  useHeap(nullptr);
  pthread_t Others[3];
  pthread_create(Others, nullptr, useHeap, Others);
  pthread_join(Others[0], nullptr);
  check(PassedCount == 0, "blocks at the end");
  Now = &Objects;
  LastBlock = nullptr;
  useRegion();
  useStack();
  usePool();
  check(PassedCount == 0, "objects at the end");
  // Last: the samples of the others must not depend on who is first.
  static Sum OfHeaps, Exchanged;
  Now = &OfHeaps;
  useOtherHeaps();
  check(PassedCount == 0, "blocks of other heaps at the end");
  Now = &Exchanged;
  for (uint64_t I = 0; I < 3; ++I)
    pthread_create(&Others[I], nullptr, exchange, reinterpret_cast<void *>(I));
  for (pthread_t Each : Others)
    pthread_join(Each, nullptr);
  for (void *Each : Shared)
    free(Each);
  check(PassedCount == 0, "blocks of several threads at the end");
  check(Frees == Blocks.Allocs + Objects.Allocs + OfHeaps.Allocs + Exchanged.Allocs,
        "as many frees");
  check(!Blocks.Allocs || Mean > 1e5 || OfHeaps.Allocs > 100, "blocks of other heaps");
  print("blocks", Blocks);
  print("objects", Objects);
  if (Wrong)
    printf("wrong: %s\n", Wrong);
  return Wrong != nullptr;
}
