// What is alive adds up between any two instructions. The program is stepped through blocks that
// come, go and are resized, at a peak and below it, with new records and known ones; whenever an
// instruction has changed the profile, what `recover` makes of it is compared with what the
// program knows: before, or behind, the block at hand. The peak is that of before or behind, too.
//
// It counts a pool's blocks, which sanitizers do not know.
// UNSUPPORTED: sanitized
// REQUIRES: x86_64
// RUN: %runtime_cxx %s %frees -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/a.asprof:output=%t.csv:verbosity=0:live=1:lifetimes=1:own-peaks=1 %t %allocsite %t.dir > %t.out
// RUN: %FileCheck %s --input-file=%t.out
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/a.asprof:output=%t.csv:verbosity=0:live=1:timeline=1 %t %allocsite %t.dir > %t.out
// RUN: %FileCheck %s --input-file=%t.out

// CHECK: {{^}}{{[1-9][0-9][0-9]+}} states of the profile, {{[1-9][0-9]*}} between two operations
#include "Inputs/EveryInstant.h"
#include "Inputs/PlayLive.h"
#include <cstdlib>
#include <sys/mman.h>

// Shared with the stepped process, and not in the profile: before and behind the operation.
struct State {
  long Live, LiveBytes, Freed, PeakBytes;
};
static struct Truth {
  State Before, Behind;
} *Told;

static PlayLive *Module;
static char Pool[64 * 64];
static unsigned Next;
static void *pool(size_t) { return Pool + 64 * (Next++ % 64); }

static State Now;

static void tell() {
  if (Now.LiveBytes > Now.PeakBytes)
    Now.PeakBytes = Now.LiveBytes;
  Told->Behind = Now;
}
static void done() { Told->Before = Now; }

static void *take(uint32_t Site, long Size) {
  ++Now.Live;
  Now.LiveBytes += Size;
  tell();
  void *Block = Module->takeOf(pool, Site, size_t(Size));
  done();
  return Block;
}

static void give(void *Block, long Size) {
  --Now.Live;
  ++Now.Freed;
  Now.LiveBytes -= Size;
  tell();
  freed(Block, false, nullptr);
  done();
}

[[noreturn]] static void count() {
  void *First = take(0, 100);
  give(take(1, 50), 50);
  raise(SIGSTOP);
  void *Some[6];
  for (int I = 0; I < 6; ++I) // beyond the peak of before; new records, and known ones
    Some[I] = take(uint32_t(I % 3), 40 + I % 2);
  for (int I = 0; I < 6; ++I)
    give(Some[I], 40 + I % 2);
  for (int I = 0; I < 3; ++I) // below it
    Some[I] = take(3, 70);
  give(First, 100);
  give(Some[1], 70);
  Some[1] = take(0, 900); // a new peak
  give(Some[1], 900);
  give(take(0, 100), 100);
  raise(SIGSTOP);
  _exit(0);
}

static std::string Recover, Log;

/// Of the log of this moment.
static State recover() {
  if (system(Recover.c_str()) != 0)
    exit(1);
  FILE *File = fopen(Log.c_str(), "r");
  char Line[4096];
  State Sum = {};
  while (fgets(Line, sizeof(Line), File)) {
    const char *At = strstr(Line, ",\"a.c:");
    long Live, Bytes, Peak, Freed;
    if (At && sscanf(At + 1, "\"a.c:%*d:%*d\",%ld,%ld,%ld,%ld", &Live, &Bytes, &Peak, &Freed) == 4) {
      Sum.Live += Live;
      Sum.LiveBytes += Bytes;
      Sum.PeakBytes += Peak;
      Sum.Freed += Freed;
    }
  }
  fclose(File);
  return Sum;
}

int main(int, char **Arguments) {
  std::string Folder = Arguments[2];
  Log = Folder + "/log.csv";
  Told = static_cast<Truth *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  static PlayLive TheModule;
  Module = &TheModule;
  int Child = fork();
  if (Child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    count();
  }
  std::string Profile = Folder + "/a-" + std::to_string(Child) + ".asprof";
  Recover = std::string(Arguments[1]) + " recover " + Profile + " -o " + Log + " 2> /dev/null";
  unsigned States = 0, Between = 0;
  int Failed = stepThrough(Child, Profile.c_str(), [&] {
    ++States;
    State Is = recover();
    const State &A = Told->Before, &B = Told->Behind;
    auto isOneOf = [](long Its, long One, long Other) { return Its == One || Its == Other; };
    bool IsRight = isOneOf(Is.Live, A.Live, B.Live) &&
                   isOneOf(Is.LiveBytes, A.LiveBytes, B.LiveBytes) &&
                   isOneOf(Is.Freed, A.Freed, B.Freed) &&
                   isOneOf(Is.PeakBytes, A.PeakBytes, B.PeakBytes);
    Between += A.Live != B.Live;
    if (!IsRight)
      printf("state %u: %ld live, %ld bytes, %ld freed, peak %ld; expected %ld, %ld, %ld, %ld or "
             "%ld, %ld, %ld, %ld\n",
             States, Is.Live, Is.LiveBytes, Is.Freed, Is.PeakBytes, A.Live, A.LiveBytes, A.Freed,
             A.PeakBytes, B.Live, B.LiveBytes, B.Freed, B.PeakBytes);
    return IsRight;
  });
  if (Failed)
    return Failed;
  printf("%u states of the profile, %u between two operations\n", States, Between);
}
