/* mappings SEED THREADS STEPS FILE: maps, resizes and unmaps at random, and writes what is true of
   each of its functions in the end, a line each: calls, bytes asked for, bytes still mapped, and
   those of them that lie on pages that were touched; and, behind `peak`, the
   most bytes that were mapped at one time. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

enum { Page = 4096, MostPages = 64, MostRanges = 200, Sites = 4 };
static const char *const Names[Sites] = {"map_small", "map_large", "map_fixed", "resize"};

typedef struct {
  char *Begin;
  size_t Bytes;
  int Site;
  char Touched[MostPages];
} Range;

typedef struct {
  unsigned Random;
  Range Ranges[MostRanges];
  int Count;
  long Calls[Sites], Bytes[Sites], Mapped, Peak;
} Thread;

static unsigned draw(Thread *T, unsigned Below) {
  T->Random = T->Random * 1103515245u + 12345u;
  return (T->Random >> 8) % Below;
}

static void fail(void) { abort(); }

#define MAP(Name)                                                                              \
  __attribute__((noinline)) static char *Name(char *At, size_t Bytes, int Flags) {             \
    char *Made = mmap(At, Bytes, PROT_READ | PROT_WRITE,                                       \
                      MAP_PRIVATE | MAP_ANONYMOUS | Flags, -1, 0);                             \
    if (Made == MAP_FAILED)                                                                    \
      fail();                                                                                  \
    return Made;                                                                               \
  }
MAP(map_small)
MAP(map_large)
MAP(map_fixed)

__attribute__((noinline)) static char *resize(char *Old, size_t OldBytes, size_t Bytes) {
  char *Made = mremap(Old, OldBytes, Bytes, MREMAP_MAYMOVE);
  if (Made == MAP_FAILED)
    fail();
  return Made;
}

static void count(Thread *T, int Site, size_t Bytes) {
  ++T->Calls[Site];
  T->Bytes[Site] += Bytes;
}

static Range *add(Thread *T, char *Begin, size_t Bytes, int Site) {
  if (T->Count == MostRanges)
    fail();
  Range *New = &T->Ranges[T->Count++];
  memset(New, 0, sizeof(*New));
  New->Begin = Begin;
  New->Bytes = Bytes;
  New->Site = Site;
  T->Mapped += Bytes;
  return New;
}

/* Pages [From, To) of a range are gone: what is left of it are ranges. */
static void cut(Thread *T, int At, size_t From, size_t To) {
  Range Old = T->Ranges[At];
  T->Ranges[At] = T->Ranges[--T->Count];
  T->Mapped -= Old.Bytes;
  if (From)
    memcpy(add(T, Old.Begin, From * Page, Old.Site)->Touched, Old.Touched, From);
  if (To * Page < Old.Bytes)
    memcpy(add(T, Old.Begin + To * Page, Old.Bytes - To * Page, Old.Site)->Touched,
           Old.Touched + To, MostPages - To);
}

static void step(Thread *T) {
  const unsigned What = draw(T, 10);
  if (T->Count == 0 || (What < 3 && T->Count < MostRanges - 4)) {
    const int IsLarge = draw(T, 4) == 0;
    const size_t Bytes = 1 + draw(T, (IsLarge ? 32 : 4) * Page);
    char *Made = (IsLarge ? map_large : map_small)(NULL, Bytes, 0);
    count(T, IsLarge, Bytes);
    add(T, Made, Bytes, IsLarge);
    return;
  }
  const int At = draw(T, T->Count);
  Range *Its = &T->Ranges[At];
  const size_t Pages = (Its->Bytes + Page - 1) / Page;
  const int IsFull = T->Count >= MostRanges - 4, IsWhole = IsFull || draw(T, 2);
  const size_t From = IsWhole ? 0 : draw(T, Pages),
               To = IsWhole ? Pages : From + 1 + draw(T, Pages - From);
  if (What < 5 || IsFull) {
    if (munmap(Its->Begin + From * Page, (To - From) * Page - draw(T, Page)) != 0)
      fail();
    cut(T, At, From, To);
  } else if (What == 5) {
    char *There = Its->Begin + From * Page;
    const size_t Bytes = (To - From) * Page - draw(T, Page);
    if (map_fixed(There, Bytes, MAP_FIXED) != There)
      fail();
    cut(T, At, From, To);
    count(T, 2, Bytes);
    add(T, There, Bytes, 2);
  } else if (What == 6) {
    const size_t Bytes = 1 + draw(T, MostPages * Page);
    Range Old = *Its;
    char *Made = resize(Its->Begin, Its->Bytes, Bytes);
    cut(T, At, 0, Pages);
    count(T, 3, Bytes);
    Range *New = add(T, Made, Bytes, 3);
    memcpy(New->Touched, Old.Touched, Pages);
    const size_t NewPages = (Bytes + Page - 1) / Page;
    memset(New->Touched + NewPages, 0, MostPages - NewPages);
  } else {
    for (size_t I = From; I < To; ++I)
      Its->Begin[I * Page] = 1;
    memset(Its->Touched + From, 1, To - From);
  }
}

static int Steps;

static void *run(void *Of) {
  Thread *T = Of;
  for (int I = 0; I < Steps; ++I) {
    step(T);
    if (T->Mapped > T->Peak)
      T->Peak = T->Mapped;
  }
  return NULL;
}

int main(int Count, char **Words) {
  static Thread Threads[16];
  const int Seed = atoi(Words[1]), ThreadCount = atoi(Words[2]);
  Steps = atoi(Words[3]);
  /* Else the kernel may give pages that nobody has touched. */
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  pthread_t Ids[16];
  for (int I = 0; I < ThreadCount; ++I)
    Threads[I].Random = Seed * 1000003u + I;
  if (ThreadCount == 1)
    run(&Threads[0]);
  else
    for (int I = 0; I < ThreadCount; ++I)
      pthread_create(&Ids[I], NULL, run, &Threads[I]);
  for (int I = 0; ThreadCount > 1 && I < ThreadCount; ++I)
    pthread_join(Ids[I], NULL);

  long Calls[Sites] = {0}, Bytes[Sites] = {0}, Mapped[Sites] = {0}, Resident[Sites] = {0};
  for (int I = 0; I < ThreadCount; ++I) {
    Thread *T = &Threads[I];
    for (int S = 0; S < Sites; ++S) {
      Calls[S] += T->Calls[S];
      Bytes[S] += T->Bytes[S];
    }
    for (int R = 0; R < T->Count; ++R) {
      Range *Its = &T->Ranges[R];
      Mapped[Its->Site] += Its->Bytes;
      for (size_t P = 0; P * Page < Its->Bytes; ++P)
        if (Its->Touched[P])
          Resident[Its->Site] += Its->Bytes - P * Page < Page ? Its->Bytes - P * Page : Page;
    }
  }
  FILE *To = fopen(Words[4], "w");
  for (int S = 0; S < Sites; ++S)
    fprintf(To, "%s %ld %ld %ld %ld\n", Names[S], Calls[S], Bytes[S], Mapped[S],
            Resident[S]);
  fprintf(To, "peak %ld\n", Threads[0].Peak);
  fclose(To);
  return 0;
}
