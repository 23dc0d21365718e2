// timeline=1: the table `changes` says what of each row was allocated and freed between points.
// The program allocates and frees at random, of sites and sizes and in an order that the script
// knows: it plays the same game, and the bytes of a point tell which moment of it the point is. So
// what is alive at each point is compared by row, however often the timeline was halved, where
// logs are compacted and where their limit makes points go, in a child, in the profile of a
// process that is killed, after a reset, and where generations=1 makes several records of a row.
// With threads sums are compared.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s %frees -pthread -o %t
// RUN: %python %s.py %t %t.csv %allocsite
#include "Inputs/PlayLive.h"
#include "allocsite/control.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static PlayLive Module;

/// The game: live-changes.cpp.py has the same.
class Game {
  static constexpr unsigned Slots = 4000;
  uint64_t Random;
  void *Blocks[Slots] = {};
  const uint32_t Sites, Sizes;

  uint32_t next(uint32_t Below) {
    Random = Random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return uint32_t(Random >> 33) % Below;
  }

public:
  Game(uint64_t Seed, uint32_t Sites, uint32_t Sizes)
      : Random(Seed), Sites(Sites), Sizes(Sizes) {}

  void play(long Moves) {
    for (long I = 0; I < Moves; ++I) {
      void *&Block = Blocks[next(Slots)];
      const uint32_t Does = next(8), Site = next(Sites), Size = 8 * (1 + next(Sizes));
      if (!Block)
        Block = Module.take(Site, Size);
      else if (Does == 0)
        Block = Module.resize(Site, Block, Size);
      else {
        free(Block);
        Block = nullptr;
      }
    }
  }
};

static long Moves;
static uint32_t Sites, Sizes;

static void *inThread(void *Seed) {
  static thread_local Game Its(reinterpret_cast<uintptr_t>(Seed), Sites, Sizes);
  Its.play(Moves);
  return nullptr;
}

// usage: PROGRAM HOW MOVES SITES SIZES
int main(int, char **Arguments) {
  Moves = atol(Arguments[2]);
  Sites = uint32_t(atoi(Arguments[3]));
  Sizes = uint32_t(atoi(Arguments[4]));
  static Game First(1, Sites, Sizes);
  First.play(Moves);
  switch (Arguments[1][0]) {
  case 't': {
    pthread_t All[4];
    for (uintptr_t I = 0; I < 4; ++I)
      pthread_create(&All[I], nullptr, inThread, reinterpret_cast<void *>(I + 2));
    First.play(Moves);
    for (pthread_t Each : All)
      pthread_join(Each, nullptr);
    break;
  }
  case 'f':
    if (fork() == 0) {
      First.play(Moves);
      exit(0);
    }
    wait(nullptr);
    break;
  case 'm':
    for (int I = 0; I < 10; ++I) {
      allocsite_mark("game");
      First.play(Moves);
    }
    break;
  case 'r':
    allocsite_reset();
    First.play(Moves);
    break;
  case 'k':
    for (;; allocsite_mark("game")) {
      write(1, "R", 1);
      First.play(1000);
    }
  }
}
