// SIGKILL at a random instant of a program whose threads count, evict and grow
// hash tables: what is recovered differs from what the program itself has
// counted, in a shared mapping, by at most one allocation a thread; in total and
// for each size.
//
// RUN: %cc -O2 -pthread %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %python %S/Inputs/kill.py %allocsite %t %t.dir 20
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { Threads = 4, Sizes = 3000 };

static uint64_t (*Counted)[Sizes]; // [thread][size]

// Nearly nothing, so that the profiler is what is interrupted most.
__attribute__((alloc_size(1), noinline)) static void *bump(size_t Size) {
  static __thread char Chunk[8192];
  return Chunk + (Size & 7);
}

// Two sites in two functions: enough keys for a table of 512 slots to evict.
__attribute__((noinline)) static void *odd(size_t Size) { return bump(Size); }
__attribute__((noinline)) static void *even(size_t Size) { return bump(Size); }

static void *work(void *Argument) {
  uintptr_t Self = (uintptr_t)Argument;
  uint64_t Random = Self + 1;
  for (;;) {
    Random = Random * 6364136223846793005u + 1442695040888963407u;
    // Runs of one size are hits; a new one is a miss. The sizes in use get more.
    size_t Size = (Random >> 33) % (Random >> 63 ? 40 : Sizes);
    for (unsigned Times = (Random >> 20) % 20; Times; --Times) {
      void *volatile Pointer = Size & 1 ? odd(Size) : even(Size);
      __atomic_store_n(&Counted[Self][Size], Counted[Self][Size] + 1,
                       __ATOMIC_SEQ_CST);
      (void)Pointer;
    }
  }
  return NULL;
}

int main(int Count, char **Arguments) {
  (void)Count;
  int File = open(Arguments[1], O_RDWR);
  Counted = mmap(NULL, Threads * sizeof(*Counted), PROT_READ | PROT_WRITE,
                 MAP_SHARED, File, 0);
  pthread_t Last;
  for (uintptr_t I = 0; I < Threads; ++I)
    pthread_create(&Last, NULL, work, (void *)I);
  pthread_join(Last, NULL);
}
