// Random arenas against a model that is a map: made by eight sites, some of others, filled from
// thirty sites in many sizes, some with a few objects and some with thousands, reset, destroyed
// with what was made of them, and made again at the address of one that lives. Some give up their
// objects one by one, and some an object with all younger ones. The table of arenas
// and the live columns of the log say what the model says, and with a timeline the changes of rows
// add up at each point.
//
// UNSUPPORTED: sanitized
// RUN: %runtime_cxx %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=arenas %t > %t.out
// RUN: grep '^maker' %t.out | sort > %t.want
// RUN: %table arenas %t.csv > %t.table
// RUN: %rows --cols "allocator,site,created count,destroyed count,alive count,reset count,object count,object bytes,live count,live bytes,peak bytes of one,cycle count,least bytes of a cycle,most bytes of a cycle" %t.table | sort | diff %t.want -
// RUN: grep '^object' %t.out | sort > %t.want
// RUN: %rows --cols "allocator,site,bytes allocated,live count,freed count" %t.csv | sort | diff %t.want -
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=arenas:timeline=1 %t > %t.out
// RUN: %python %S/Inputs/changes.py %t.csv %allocsite | grep -E '^[34][0-9][0-9] points, [34][0-9][0-9] kept, [1-9][0-9]+ resets$'
#include "Inputs/Play.h"
#include "allocsite/Tag.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <vector>

extern "C" {
extern AllocSiteInArenaFn ALLOCSITE_SYM_IN_ARENA;
extern AllocSiteEventFn ALLOCSITE_SYM_EVENT;
}

static constexpr uint32_t Makers = 8, Allocators = 30;

class Module : public Play {
  uint64_t Starts[Makers + Allocators];

public:
  Module() {
    uint32_t Sites[Makers + Allocators];
    uint32_t Main = function("main");
    for (uint32_t I = 0; I < Makers + Allocators; ++I)
      Sites[I] = site(Main, frame(Main, "a.c", I + 1), I < Makers ? "maker" : "object",
                      ALLOCSITE_SITE_ARENA | (I < Makers ? ALLOCSITE_SITE_CREATES : 0));
    load();
    for (uint32_t I = 0; I < Makers + Allocators; ++I)
      Starts[I] = TagBase + allocsite::siteInTag(uint64_t(Sites[I]));
  }

  // As emitted code calls: these keep more registers than the ABI asks for.
  void create(uint32_t Site, void *Arena, void *Parent) {
    ALLOCSITE_SYM_EVENT(ALLOCSITE_DOES_Create, Arena, reinterpret_cast<uint64_t>(Parent),
                        Starts[Site], ALLOCSITE_SYM_THREAD.Context);
  }
  void empty(AllocSiteEvent Does, void *Arena) {
    ALLOCSITE_SYM_EVENT(Does, Arena, ALLOCSITE_CHILDREN_DESTROYED, 0, 0);
  }
  void allocate(uint32_t Site, void *Arena, uint64_t Size, uint64_t Object) {
    ALLOCSITE_SYM_IN_ARENA(Starts[Makers + Site], ALLOCSITE_SYM_THREAD.Context, Size, Arena,
                           Object);
  }
  void free(uint64_t Object, bool WithLater) {
    ALLOCSITE_SYM_EVENT(ALLOCSITE_DOES_Free, nullptr, Object, WithLater, 0);
  }
};

struct Sums {
  uint64_t Created, Destroyed, Alive, Resets, Objects, Bytes, Live, LiveBytes, Peak, Cycles,
      Least, Most;
};

struct Object {
  uint32_t Site;
  uint64_t Size, Address;
};

struct Pool {
  uint32_t Maker;
  int Parent = -1; // an address
  std::vector<Object> Has = {};
  uint64_t Held = 0, MostHeld = 0; // of this cycle
};

static Sums Of[Makers];
static std::map<int, Pool> Pools; // by address
static std::map<std::pair<uint32_t, uint64_t>, std::pair<uint64_t, uint64_t>> Rows;

static void gone(Pool &P, const Object &Its) {
  --Rows[{Its.Site, Its.Size}].first;
  ++Rows[{Its.Site, Its.Size}].second;
  Sums &S = Of[P.Maker];
  --S.Live;
  S.LiveBytes -= Its.Size;
  P.Held -= Its.Size;
}

static void endCycle(Pool &P, bool IsReset) {
  if (!P.MostHeld)
    return;
  Sums &S = Of[P.Maker];
  for (const Object &Each : P.Has)
    gone(P, Each);
  S.Resets += IsReset;
  ++S.Cycles;
  S.Least = S.Least ? std::min(S.Least, P.MostHeld) : P.MostHeld;
  S.Most = std::max(S.Most, P.MostHeld);
  P.Has.clear();
  P.MostHeld = 0;
}

static void end(int At, bool IsSeen) {
  std::vector<int> Children;
  for (auto &[Address, P] : Pools)
    if (P.Parent == At)
      Children.push_back(Address);
  for (int Each : Children)
    end(Each, IsSeen);
  Pool &P = Pools[At];
  endCycle(P, false);
  --Of[P.Maker].Alive;
  Of[P.Maker].Destroyed += IsSeen;
  Pools.erase(At);
}

int main() {
  static Module M;
  static char Addresses[60 * 64];
  auto address = [](int At) { return &Addresses[At * 64]; };
  std::mt19937 Random(4711);
  auto below = [&](unsigned N) { return int(Random() % N); };
  for (int Step = 0; Step < 400000; ++Step) {
    const int At = below(60), What = below(1000);
    const bool Lives = Pools.count(At);
    if (!Lives || What == 0) {
      int Parent = below(60);
      if (Lives)
        end(At, false);
      const bool HasParent = Parent != At && Pools.count(Parent) && below(2);
      const uint32_t Maker = uint32_t(below(Makers));
      M.create(Maker, address(At), HasParent ? address(Parent) : nullptr);
      Pools[At] = {Maker, HasParent ? Parent : -1};
      ++Of[Maker].Created;
      ++Of[Maker].Alive;
    } else if (What == 1 || (At > 10 && What < 6)) {
      M.empty(ALLOCSITE_DOES_Destroy, address(At));
      end(At, true);
    } else if (What == 2 || (At > 30 && What < 80)) {
      M.empty(ALLOCSITE_DOES_Reset, address(At));
      for (bool More = true; More;) {
        More = false;
        for (auto &[Address, P] : Pools)
          if (P.Parent == At) {
            end(Address, true);
            More = true;
            break;
          }
      }
      endCycle(Pools[At], true);
    } else {
      const uint32_t Site = uint32_t(below(Allocators));
      const uint64_t Size = uint64_t(1 + below(At < 5 ? 3 : 50));
      Pool &P = Pools[At];
      Sums &S = Of[P.Maker];
      const bool IsAlone = At % 4 == 1, WithLater = At % 4 == 2;
      if ((IsAlone || WithLater) && !P.Has.empty() && below(5) < 2) {
        const size_t Which = size_t(below(unsigned(P.Has.size())));
        M.free(P.Has[Which].Address, WithLater);
        const size_t Behind = WithLater ? P.Has.size() : Which + 1;
        for (size_t I = Which; I < Behind; ++I)
          gone(P, P.Has[I]);
        P.Has.erase(P.Has.begin() + Which, P.Has.begin() + Behind);
        continue;
      }
      static uint64_t Address = 4096;
      Address += 16;
      M.allocate(Site, address(At), Size,
                 Address | (IsAlone     ? ALLOCSITE_OBJECT_FREED_ALONE
                            : WithLater ? ALLOCSITE_OBJECT_FREED_WITH_LATER
                                        : 0));
      P.Has.push_back({Site, Size, Address});
      P.Held += Size;
      P.MostHeld = std::max(P.MostHeld, P.Held);
      ++Rows[{Site, Size}].first;
      ++S.Objects, ++S.Live, S.Bytes += Size, S.LiveBytes += Size;
    }
  }
  for (auto &[At, P] : Pools) {
    Sums &S = Of[P.Maker];
    if (const uint64_t Most = P.MostHeld) {
      ++S.Cycles;
      S.Least = S.Least ? std::min(S.Least, Most) : Most;
      S.Most = std::max(S.Most, Most);
    }
  }
  for (uint32_t I = 0; I < Makers; ++I) {
    const Sums &S = Of[I];
    std::printf("maker|a.c:%u:5|%lu|%lu|%lu|%lu|%lu|%lu|%lu|%lu|%lu|%lu|%lu|%lu\n", I + 1,
                S.Created, S.Destroyed, S.Alive, S.Resets, S.Objects, S.Bytes, S.Live,
                S.LiveBytes, S.Most, S.Cycles, S.Least, S.Most);
  }
  for (auto &[Key, Counts] : Rows)
    std::printf("object|a.c:%u:5|%lu|%lu|%lu\n", Makers + Key.first + 1, Key.second, Counts.first,
                Counts.second);
}
