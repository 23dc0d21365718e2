// SIGKILL from outside at a random instant of a program that does little else than
// evict, let hash tables grow, and end and begin threads: 32 of them at a time, so
// that most are stopped somewhere in the profiler. Every size is one thread's, and the
// program keeps its own counts in a shared mapping. What is recovered is that, size
// by size, but for one allocation a thread, the one that it says is under way; where
// a loop counts in a register, but for those that it had pending.
//
// RUN: %cc -O2 -pthread -DALONE='__attribute__((noinline))' %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %python %S/../Inputs/kill.py %allocsite %t %t.dir 40
// RUN: %cc -O2 -pthread -DALONE= %s -o %t
// RUN: %python %S/../Inputs/kill.py %allocsite %t %t.dir 20 71
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

// As in Inputs/kill.py, which reads it.
enum { Workers = 32, Sizes = 2048 };
static struct Worker {
  volatile uint64_t Now; // 1 + index of the size under way
  volatile uint64_t Counted[Sizes];
} *All;

// Nearly nothing, so that the profiler is what is interrupted most.
__attribute__((alloc_size(1), noinline)) static void *bump(size_t Size) {
  static __thread char Chunk[8];
  return Chunk + (Size & 7);
}

ALONE static void allocate(struct Worker *Self, uint64_t Index) {
  Self->Now = 1 + Index;
  void *volatile Pointer = bump((Self - All) * Sizes + Index);
  (void)Pointer;
  ++Self->Counted[Index];
}

static void *work(void *Argument);
static void begin(struct Worker *Self) {
  pthread_t Thread;
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setdetachstate(&Attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&Attributes, 65536);
  // The thread before may not have given back its stack yet.
  while (pthread_create(&Thread, &Attributes, work, Self) != 0) {
  }
}

static void *work(void *Argument) {
  struct Worker *Self = Argument;
  uint64_t Random = Self->Counted[0] + (uint64_t)Self;
  // The sizes in use get more, so that tables grow; nearly each one is a miss.
  uint64_t Most = 300;
  // Some live for less than a slice of the scheduler, the others are interrupted.
  int Rounds = (Self - All) % 4 ? 600 : 60;
  for (int Round = 0; Round < Rounds; ++Round) {
    Random = Random * 6364136223846793005u + 1442695040888963407u;
    uint64_t First = (Random >> 33) % Most;
    for (uint64_t I = 0; I < 700; ++I)
      allocate(Self, (First + I) % Most);
    for (int Times = (Random >> 20) % 20; Times; --Times)
      allocate(Self, First); // hits
    Most = Most + 100 < Sizes ? Most + 100 : Sizes;
  }
  begin(Self);
  return NULL;
}

int main(int Count, char **Arguments) {
  (void)Count;
  int File = open(Arguments[1], O_RDWR);
  All = mmap(NULL, Workers * sizeof(*All), PROT_READ | PROT_WRITE, MAP_SHARED,
             File, 0);
  for (int I = 0; I < Workers; ++I)
    begin(&All[I]);
  pthread_exit(NULL);
}
