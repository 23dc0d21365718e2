// What arenas hold adds up between any two instructions: the program is stepped through arenas that
// are made, filled, emptied and end, and through objects that go alone. Whenever an instruction has
// changed the profile, what `recover` makes of it counts nothing twice, and between two operations
// it is what the program knows. Within one, an arena may be missing, or the object at hand.
//
// UNSUPPORTED: sanitized
// REQUIRES: x86_64
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/a.asprof:output=%t.csv:verbosity=0:live=arenas %t %allocsite %t.dir > %t.out
// RUN: %FileCheck %s --input-file=%t.out

// CHECK: {{^}}{{[1-9][0-9]+}} states of the profile, {{[1-9][0-9]*}} within an operation
#include "Inputs/EveryInstant.h"
#include "Inputs/Play.h"
#include "allocsite/Tag.h"
#include <cstdlib>
#include <string>
#include <sys/mman.h>

extern "C" {
extern AllocSiteInArenaFn ALLOCSITE_SYM_IN_ARENA;
extern AllocSiteEventFn ALLOCSITE_SYM_EVENT;
}

class Module : public Play {
  uint64_t Starts[4];

public:
  Module() {
    uint32_t Sites[4];
    uint32_t Main = function("main");
    for (uint32_t I = 0; I < 4; ++I)
      Sites[I] = site(Main, frame(Main, "a.c", I + 1), "pool",
                      ALLOCSITE_SITE_ARENA | (I ? 0 : ALLOCSITE_SITE_CREATES));
    load();
    for (uint32_t I = 0; I < 4; ++I)
      Starts[I] = TagBase + allocsite::siteInTag(uint64_t(Sites[I]));
  }
  void event(AllocSiteEvent Does, void *Arena, uint64_t More = 0) {
    ALLOCSITE_SYM_EVENT(Does, Arena, More, Does == ALLOCSITE_DOES_Create ? Starts[0] : 0,
                        ALLOCSITE_SYM_THREAD.Context);
  }
  void allocate(uint32_t Site, void *Arena, uint64_t Size, uint64_t Object) {
    ALLOCSITE_SYM_IN_ARENA(Starts[Site], ALLOCSITE_SYM_THREAD.Context, Size, Arena, Object);
  }
};

struct State {
  long Created, Destroyed, Resets, Objects, Bytes, Live, LiveBytes;
};
// Shared with the stepped process, and not in the profile.
static struct Truth {
  State Before, Behind;
  bool IsWithin;
} *Told;
static Module *The;
static State Now;

template <typename Function> static void step(State Behind, Function Do) {
  Told->Behind = Behind;
  Told->IsWithin = true;
  Do();
  Told->IsWithin = false;
  Told->Before = Now = Behind;
}

static char Pools[2][64];

static void make(void *Pool) {
  State B = Now;
  ++B.Created;
  step(B, [&] { The->event(ALLOCSITE_DOES_Create, Pool); });
}
static void take(uint32_t Site, void *Pool, long Size, uint64_t Object = 0) {
  State B = Now;
  ++B.Objects, ++B.Live;
  B.Bytes += Size, B.LiveBytes += Size;
  step(B, [&] { The->allocate(Site, Pool, uint64_t(Size), Object); });
}
static void give(uint64_t Object, long Size) {
  State B = Now;
  --B.Live;
  B.LiveBytes -= Size;
  step(B, [&] { The->event(ALLOCSITE_DOES_Free, nullptr, Object); });
}
static void empty(AllocSiteEvent Does, void *Pool, long Live, long Bytes) {
  State B = Now;
  B.Live -= Live;
  B.LiveBytes -= Bytes;
  ++(Does == ALLOCSITE_DOES_Reset ? B.Resets : B.Destroyed);
  step(B, [&] { The->event(Does, Pool); });
}

[[noreturn]] static void count() {
  constexpr uint64_t Alone = ALLOCSITE_OBJECT_FREED_ALONE;
  make(Pools[0]);
  take(1, Pools[0], 100);
  raise(SIGSTOP);
  make(Pools[1]);
  for (int I = 0; I < 3; ++I)
    take(2, Pools[0], 20);
  for (uint64_t I = 1; I <= 3; ++I)
    take(3, Pools[1], 7, 4096 * I | Alone);
  give(4096, 7);
  empty(ALLOCSITE_DOES_Reset, Pools[0], 4, 160);
  take(1, Pools[0], 100);
  empty(ALLOCSITE_DOES_Destroy, Pools[1], 2, 14);
  empty(ALLOCSITE_DOES_Destroy, Pools[0], 1, 100);
  raise(SIGSTOP);
  _exit(0);
}

static std::string Recover, Log;

static State recover() {
  if (system(Recover.c_str()) != 0)
    exit(1);
  State Sum = {};
  FILE *File = fopen(Log.c_str(), "r");
  if (!File)
    return Sum;
  char Line[4096];
  while (fgets(Line, sizeof(Line), File)) {
    State Row;
    long Alive, MostResets;
    const char *At = strstr(Line, ",\"a.c:");
    if (At && sscanf(At + 1, "\"a.c:%*d:%*d\",%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld", &Row.Created,
                     &Row.Destroyed, &Alive, &Row.Resets, &MostResets, &Row.Objects, &Row.Bytes,
                     &Row.Live, &Row.LiveBytes) == 9) {
      Sum.Created += Row.Created, Sum.Destroyed += Row.Destroyed, Sum.Resets += Row.Resets;
      Sum.Objects += Row.Objects, Sum.Bytes += Row.Bytes;
      Sum.Live += Row.Live, Sum.LiveBytes += Row.LiveBytes;
    }
  }
  fclose(File);
  return Sum;
}

int main(int, char **Arguments) {
  std::string Folder = Arguments[2];
  Log = Folder + "/arenas.csv";
  Told = static_cast<Truth *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  static Module TheModule;
  The = &TheModule;
  int Child = fork();
  if (Child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    count();
  }
  std::string Profile = Folder + "/a-" + std::to_string(Child) + ".asprof";
  Recover = std::string(Arguments[1]) + " report --table arenas " + Profile + " > " + Log +
            " 2> /dev/null";
  unsigned States = 0, Within = 0;
  int Failed = stepThrough(Child, Profile.c_str(), [&] {
    ++States;
    Within += Told->IsWithin;
    const State Is = recover();
    bool IsRight = true;
    auto look = [&](long State::*Each) {
      const long A = Told->Before.*Each, B = Told->Behind.*Each;
      IsRight &= Told->IsWithin ? Is.*Each <= (A > B ? A : B) : Is.*Each == A;
    };
    for (long State::*Each : {&State::Created, &State::Destroyed, &State::Resets, &State::Objects,
                              &State::Bytes, &State::Live, &State::LiveBytes})
      look(Each);
    if (!IsRight)
      printf("state %u, %s: %ld created, %ld destroyed, %ld resets, %ld objects, %ld bytes, %ld and "
             "%ld live\n",
             States, Told->IsWithin ? "within" : "between", Is.Created, Is.Destroyed, Is.Resets,
             Is.Objects, Is.Bytes, Is.Live, Is.LiveBytes);
    return IsRight;
  });
  if (Failed)
    return Failed;
  printf("%u states of the profile, %u within an operation\n", States, Within);
}
