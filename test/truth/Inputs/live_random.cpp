// Allocates, frees and reallocates at random, and knows what of each site and size is alive, was
// freed, was temporary, was alive at the peak, was reallocated to, and how long it lived; and the
// most that was alive of each site. Writes that to the file it is given.
//
//   live_random SEED OPERATIONS FILE
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

struct Key {
  int Line;
  size_t Size;
};
struct Truth {
  Key Of;
  long Calls, Live, Freed, Temporary, AtPeak;
  long InPlace, Moved, Copied;
  long Lifetime, Longest, Within1K, Within32K, Within1M; // in bytes allocated meanwhile
};
// No containers: what they allocate would come between two blocks.
static Truth All[1 << 15], *Used[1 << 15];
static unsigned UsedCount;

static Truth &truthOf(Key Of) {
  size_t At = (size_t(Of.Line) * 40503 + Of.Size * 2654435761u) % (1 << 15);
  while (All[At].Of.Line && (All[At].Of.Line != Of.Line || All[At].Of.Size != Of.Size))
    At = (At + 1) % (1 << 15);
  if (!All[At].Of.Line) {
    All[At].Of = Of;
    Used[UsedCount++] = &All[At];
  }
  return All[At];
}

static long Now, Peak, Clock;
static long OfSite[1 << 10], OwnPeak[1 << 10]; // by line
static void *Last;

struct Block {
  void *At = nullptr;
  Key Of = {0, 0};
  long Born = 0;
  enum How { Malloc, New, NewArray, Aligned } By = Malloc;
};

static void came(Block &B) {
  Truth &Of = truthOf(B.Of);
  ++Of.Calls;
  ++Of.Live;
  Now += long(B.Of.Size);
  B.Born = Clock += long(B.Of.Size);
  if ((OfSite[B.Of.Line] += long(B.Of.Size)) > OwnPeak[B.Of.Line])
    OwnPeak[B.Of.Line] = OfSite[B.Of.Line];
  Last = B.At;
  if (Now > Peak) {
    Peak = Now;
    for (unsigned I = 0; I < UsedCount; ++I)
      Used[I]->AtPeak = Used[I]->Live;
  }
}

static void goes(Block &B) {
  Truth &Of = truthOf(B.Of);
  --Of.Live;
  ++Of.Freed;
  Of.Temporary += Last == B.At;
  if (Last == B.At)
    Last = nullptr;
  Now -= long(B.Of.Size);
  OfSite[B.Of.Line] -= long(B.Of.Size);
  const long Lived = Clock - B.Born;
  Of.Lifetime += Lived;
  Of.Longest = Lived > Of.Longest ? Lived : Of.Longest;
  Of.Within1K += Lived <= 1024;
  Of.Within32K += Lived <= 32 * 1024;
  Of.Within1M += Lived <= 1024 * 1024;
}

static unsigned State;
static unsigned random(unsigned Below) {
  State = State * 1664525u + 1013904223u;
  return (State >> 8) % Below;
}

// Each is a site, and a function of its own.
#define SITE(Name, Expression, How)                                                      \
  __attribute__((noinline)) static void Name(Block &B, size_t Size) {                    \
    B.At = Expression;                                                                   \
    B.Of = {__LINE__, Size};                                                             \
    B.By = Block::How;                                                                   \
    memset(B.At, 1, Size);                                                               \
    came(B);                                                                             \
  }
SITE(byMalloc, malloc(Size), Malloc)
SITE(byCalloc, calloc(1, Size), Malloc)
SITE(byRealloc, realloc(nullptr, Size), Malloc)
SITE(byAligned, aligned_alloc(32, Size), Malloc)
SITE(byNew, operator new(Size), New)
SITE(byNewArray, new char[Size], NewArray)
SITE(byAlignedNew, operator new(Size, std::align_val_t(128)), Aligned)
SITE(byNothrow, operator new(Size, std::nothrow), New)
__attribute__((noinline)) static void byMemalign(Block &B, size_t Size) {
  if (posix_memalign(&B.At, 64, Size)) abort();
  B.Of = {__LINE__ - 1, Size};
  B.By = Block::Malloc;
  came(B);
}
__attribute__((noinline)) static void byStrdup(Block &B, size_t Size) {
  static char Text[20001];
  memset(Text, 'x', sizeof(Text));
  Text[Size - 1] = 0;
  B.At = strdup(Text);
  B.Of = {__LINE__ - 1, Size};
  B.By = Block::Malloc;
  came(B);
}

__attribute__((noinline)) static void resize(Block &B, size_t Size) {
  Block New = B;
  // The old block goes before the new one comes, which it lives on in: it was no temporary one.
  if (Last == B.At)
    Last = nullptr;
  goes(B);
  New.At = realloc(B.At, Size);
  New.Of = {__LINE__ - 1, Size};
  came(New);
  Truth &Of = truthOf(New.Of);
  ++(New.At == B.At ? Of.InPlace : Of.Moved);
  if (New.At != B.At)
    Of.Copied += long(B.Of.Size < Size ? B.Of.Size : Size);
  B = New;
}

static void release(Block &B) {
  goes(B);
  switch (B.By) {
  case Block::Malloc:
    free(B.At);
    break;
  case Block::New:
    operator delete(B.At);
    break;
  case Block::NewArray:
    delete[] static_cast<char *>(B.At);
    break;
  case Block::Aligned:
    operator delete(B.At, std::align_val_t(128));
  }
  B = Block();
}

int main(int, char **Arguments) {
  static void (*const Sites[])(Block &, size_t) = {
      byMalloc,   byCalloc,     byRealloc, byAligned,  byNew,
      byNewArray, byAlignedNew, byNothrow, byMemalign, byStrdup};
  static Block Blocks[500];
  State = unsigned(atoi(Arguments[1]));
  const long Operations = atol(Arguments[2]);
  for (long I = 0; I < Operations; ++I) {
    // More and fewer of them as time goes on.
    const unsigned Below = 50 + unsigned(I / 5000 % 9) * 50;
    Block &B = Blocks[random(Below)];
    const size_t Size = random(40) ? 1 + random(20) * 16 : 1 + random(20000);
    if (!B.At) {
      Sites[random(10)](B, Size);
      if (!random(4))
        release(B);
    } else if (B.By == Block::Malloc && !random(3)) {
      resize(B, Size);
    } else {
      release(B);
    }
  }
  FILE *File = fopen(Arguments[3], "w");
  for (unsigned I = 0; I < UsedCount; ++I) {
    const Truth &Of = *Used[I];
    fprintf(File, "%d %zu %ld %ld %ld %ld %ld", Of.Of.Line, Of.Of.Size, Of.Calls, Of.Live,
            Of.Freed, Of.Temporary, Of.AtPeak * long(Of.Of.Size));
    fprintf(File, " %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", Of.InPlace, Of.Moved, Of.Copied,
            Of.Lifetime, Of.Longest, Of.Within1K, Of.Within32K, Of.Within1M,
            OwnPeak[Of.Of.Line]);
  }
  fclose(File);
  return 0;
}
