// A call that maps or unmaps waits for no lock that another thread holds while it waits for the profiler: a
// thread that has the loader's lock allocates what was never allocated there before, while another one
// makes its first call of mremap, sbrk, brk, mmap or munmap. A child that runs no fork handlers goes on, too,
// whatever other threads did at the fork. (It is known by memory that the kernel wipes, and qemu does not:
// MADV_WIPEONFORK.)
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g -pthread %s -o %t
// RUN: export SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:mappings=1:live=1
// RUN: for call in 0 1 2 3 4; do %t $call || exit 1; done
// RUN: %if native %{ %t children %}
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Access = PROT_READ | PROT_WRITE, Kind = MAP_PRIVATE | MAP_ANONYMOUS };

static int Call;
static volatile int HasLock, IsCalling, Ends;
static char *Mapped;
static char *volatile Kept;

static void *call(void *Unused) {
  (void)Unused;
  while (!HasLock)
    ;
  IsCalling = 1;
  switch (Call) {
  case 0:
    Mapped = mremap(Mapped, 8192, 16384, MREMAP_MAYMOVE);
    break;
  case 1:
    sbrk(4096);
    break;
  case 2:
    brk((char *)sbrk(0) + 4096);
    break;
  case 3:
    mmap(Mapped, 4096, Access, Kind | MAP_FIXED, -1, 0);
    break;
  default:
    munmap(Mapped, 8192);
  }
  return NULL;
}

// The loader's lock is held here.
static int allocate(struct dl_phdr_info *Object, size_t Size, void *Unused) {
  (void)Object, (void)Size, (void)Unused;
  HasLock = 1;
  while (!IsCalling)
    ;
  for (size_t Bytes = 1; Bytes < 2000; Bytes += 7) // while the other one is in the middle
    Kept = malloc(Bytes);
  Kept = strdup("hello");
  return 1;
}

static void *mapAlways(void *Unused) {
  (void)Unused;
  while (!Ends)
    munmap(mmap(0, 12288, Access, Kind, -1, 0), 12288);
  return NULL;
}

static int haveChildren(void) {
  pthread_t Threads[2];
  for (int I = 0; I < 2; ++I)
    pthread_create(&Threads[I], NULL, mapAlways, NULL);
  int Failed = 0;
  for (int I = 0; I < 100; ++I) {
    const pid_t Child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (Child == 0) {
      munmap(mmap(0, 8192, Access, Kind, -1, 0), 8192);
      syscall(SYS_exit_group, 0);
    }
    int Status = 1;
    waitpid(Child, &Status, 0);
    Failed |= Status;
  }
  Ends = 1;
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], NULL);
  return Failed;
}

int main(int Count, char **Words) {
  (void)Count;
  if (strcmp(Words[1], "children") == 0)
    return haveChildren();
  Call = atoi(Words[1]);
  Mapped = mmap(0, 8192, Access, Kind, -1, 0);
  pthread_t Other;
  pthread_create(&Other, NULL, call, NULL);
  dl_iterate_phdr(allocate, NULL);
  pthread_join(Other, NULL);
  return 0;
}
