// Threads that allocate, free, reallocate, and hand blocks to one another: each knows what it did
// with blocks of each site and size. Writes to the file it is given what that is in sum.
//
//   live_threads SEED THREADS OPERATIONS FILE
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

enum { Sizes = 16, Lines = 4 };
struct Sums {
  long Calls[Lines][Sizes], Freed[Lines][Sizes];
};

struct Block {
  void *At;
  int Line, Size; // indices
};
static size_t bytesOf(int Size) { return 8 + size_t(Size) * 24; }

static const int LineOf[Lines] = {__LINE__ + 3, __LINE__ + 4, __LINE__ + 5, __LINE__ + 6};
static Block allocate(int Line, int Size) {
  switch (Line) {
  case 0: return {malloc(bytesOf(Size)), 0, Size};
  case 1: return {calloc(1, bytesOf(Size)), 1, Size};
  case 2: return {operator new(bytesOf(Size)), 2, Size};
  default: return {realloc(nullptr, bytesOf(Size)), 3, Size};
  }
}

static void work(unsigned State, long Operations, Sums &Of) {
  auto random = [&](unsigned Below) {
    State = State * 1664525u + 1013904223u;
    return (State >> 8) % Below;
  };
  auto release = [&](Block *B) {
    ++Of.Freed[B->Line][B->Size];
    if (B->Line == 2)
      operator delete(B->At);
    else
      free(B->At);
    *B = {};
  };
  static thread_local Block Own[200];
  for (long I = 0; I < Operations; ++I) {
    Block &B = Own[random(200)];
    if (!B.At) {
      B = allocate(int(random(Lines)), int(random(Sizes)));
      ++Of.Calls[B.Line][B.Size];
    } else if (random(3)) {
      release(&B);
    } else {
      // A box that holds somebody else's block goes to us, and ours into it.
      static Block Boxes[64];
      static std::atomic<bool> Taken[64];
      const unsigned At = random(64);
      if (!Taken[At].exchange(true)) {
        Block Theirs = Boxes[At];
        Boxes[At] = B;
        B = Theirs;
        Taken[At] = false;
      }
    }
  }
  for (Block &B : Own)
    if (B.At && random(2))
      release(&B);
}

int main(int, char **Arguments) {
  const unsigned Seed = unsigned(atoi(Arguments[1])), Count = unsigned(atoi(Arguments[2]));
  const long Operations = atol(Arguments[3]);
  static Sums Of[64];
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < Count; ++I)
    Threads.emplace_back([=] { work(Seed + I * 77, Operations, Of[I]); });
  for (std::thread &Each : Threads)
    Each.join();
  FILE *File = fopen(Arguments[4], "w");
  for (int Line = 0; Line < Lines; ++Line)
    for (int Size = 0; Size < Sizes; ++Size) {
      long Calls = 0, Freed = 0;
      for (unsigned I = 0; I < Count; ++I) {
        Calls += Of[I].Calls[Line][Size];
        Freed += Of[I].Freed[Line][Size];
      }
      fprintf(File, "%d %zu %ld %ld %ld\n", LineOf[Line], bytesOf(Size), Calls, Calls - Freed, Freed);
    }
  fclose(File);
  return 0;
}
