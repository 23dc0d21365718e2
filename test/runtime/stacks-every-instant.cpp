// The callers of what was counted are known between any two instructions. The program is
// stepped through allocations under contexts that are new: of which nothing is
// known, of which the callers are known, and whose nodes need more memory. Whenever an
// instruction has changed the profile, `recover` makes a log of it, whose rows have the right
// callers, and whose calls add up.
//
// One thread, and a long way for ThreadSanitizer.
// UNSUPPORTED: sanitizer-thread
// REQUIRES: x86_64
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/a.asprof:output=%t.csv:verbosity=0 %t %allocsite %t.dir > %t.out
// RUN: %FileCheck %s --input-file=%t.out

// CHECK: {{^}}{{[1-9][0-9][0-9]+}} states of the profile, {{[1-9][0-9]*}} with an allocation under way
#include "Inputs/EveryInstant.h"
#include "Inputs/Play.h"
#include <algorithm>
#include <fstream>
#include <vector>

// Shared with the stepped process, and not in the profile.
static struct Truth {
  volatile uint64_t Calls; // that were made
  volatile uint64_t Now;   // bytes of the one under way: they tell its way
} *Told;

//   main ─▶ f0 ─▶ f1 ─▶ … ─▶ f5, each of them directly or by way of by0 … by5
//
// Bytes are 8 times the way, and the site. A bit of the way is 1 for a direct call, behind a
// first 1.
constexpr unsigned Depth = 6, Sites = 3;
static Play Module;
static uint32_t ToNext[Depth], ToBack[Depth], BackToNext[Depth], Site[Depth][Sites], InMain;

static void allocate(unsigned Layer, unsigned Way, unsigned Which) {
  Told->Now = Way * 8 + Which;
  Module.allocate(Site[Layer][Which], Told->Now);
  Told->Calls = Told->Calls + 1;
  Told->Now = 0;
}

/// Goes the way of `Turns`, and counts at the end of it at a site.
static void go(unsigned Layer, unsigned Way, unsigned Turns, unsigned Count, unsigned Which) {
  auto Further = [=] {
    if (Count == 1)
      allocate(Layer, Way * 2 + (Turns & 1), Which);
    else
      go(Layer + 1, Way * 2 + (Turns & 1), Turns >> 1, Count - 1, Which);
  };
  if (Turns & 1)
    return calling(Module, ToNext[Layer], Further);
  calling(Module, ToBack[Layer], [=] { calling(Module, BackToNext[Layer], Further); });
}

[[noreturn]] static void count() {
  // So that there is a profile. Nothing is known of the code yet, nor of the stack.
  Module.allocate(InMain, 8);
  Told->Calls = 1;
  raise(SIGSTOP);
  go(0, 1, 0b111, 3, 0);
  go(0, 1, 0b111, 3, 0);
  go(0, 1, 0b111, 3, 1); // another site
  go(0, 1, 0b1111, 4, 0);
  go(0, 1, 0b11, 2, 0); // a caller of what is known
  go(0, 1, 0b011, 3, 0);
  go(0, 1, 0b101010, 6, 0);
  raise(SIGSTOP);
  unsigned Turns = 0;
  for (; Turns < 24; ++Turns)
    go(0, 1, Turns, 5, 2);
  raise(SIGSTOP);
  // The first piece has 127 nodes, of the 133 that there are at the end.
  for (; Turns < 32; ++Turns)
    go(0, 1, Turns, 5, 2);
  raise(SIGSTOP);
  _exit(0);
}

static std::vector<std::string> expected(unsigned Bytes) {
  std::vector<std::string> Chain = {"main"};
  unsigned Way = Bytes / 8, Length = 31 - unsigned(__builtin_clz(Way));
  for (unsigned Layer = 0; Layer < Length; ++Layer) {
    std::string Number = std::to_string(Layer);
    if (!(Way >> (Length - 1 - Layer) & 1))
      Chain.insert(Chain.begin(), "by" + Number);
    Chain.insert(Chain.begin(), "f" + Number);
  }
  return Chain;
}

static std::string Allocsite, Folder;

/// What a command prints, each line without quotation marks.
static std::vector<std::string> linesOf(const std::string &Command) {
  std::vector<std::string> Lines;
  FILE *Output = popen((Allocsite + " " + Command).c_str(), "r");
  char Text[4096];
  while (fgets(Text, sizeof(Text), Output)) {
    std::string Line;
    for (const char *Each = Text; *Each && *Each != '\n'; ++Each)
      if (*Each != '"')
        Line += *Each;
    Lines.push_back(Line);
  }
  if (pclose(Output) != 0)
    exit(1);
  return Lines;
}
static std::vector<std::string> fieldsOf(const std::string &Line) {
  std::vector<std::string> Fields{1};
  for (char Each : Line)
    if (Each == ',')
      Fields.emplace_back();
    else
      Fields.back() += Each;
  return Fields;
}
static unsigned number(const std::string &Text) { return unsigned(atoi(Text.c_str())); }

/// The calls of the log of this moment. Adds to Wrong the rows with wrong callers.
static uint64_t recover(const std::string &Profile, unsigned &Wrong) {
  std::string Log = Folder + "/log.csv";
  linesOf("recover " + Profile + " -o " + Log + " 2> /dev/null");
  // A row of four frames has its whole stack in tables; there are none while no row has more.
  auto Frames = linesOf("report --table frames " + Log + " 2> /dev/null || true");
  auto Stacks = linesOf("report --table stacks " + Log + " 2> /dev/null || true");
  std::ifstream Rows(Log);
  std::string Line;
  std::getline(Rows, Line);
  uint64_t Calls = 0;
  for (unsigned Row = 1; std::getline(Rows, Line); ++Row) {
    Line.erase(std::remove(Line.begin(), Line.end(), '"'), Line.end());
    auto Fields = fieldsOf(Line);
    Calls += number(Fields[5]);
    auto Expected = expected(number(Fields[4]));
    std::vector<std::string> Whole;
    for (const std::string &Each : Stacks)
      if (Frames.size() && fieldsOf(Each)[0] == std::to_string(Row))
        for (unsigned At = number(fieldsOf(Each)[1]); At; At = number(fieldsOf(Frames[At])[3]))
          Whole.push_back(fieldsOf(Frames[At])[0]);
    bool IsRight = Stacks.empty() ? Expected.size() <= 4 : Whole == Expected;
    Expected.resize(4, "-");
    IsRight &= std::equal(Expected.begin(), Expected.end(), Fields.begin());
    if (!IsRight)
      printf("%s: of %zu frames\n", Line.c_str(), Whole.size());
    Wrong += !IsRight;
  }
  return Calls;
}

int main(int, char **Arguments) {
  Allocsite = Arguments[1];
  Folder = Arguments[2];
  Told = static_cast<Truth *>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  uint32_t Before = Module.function("main");
  InMain = Module.site(Before, Module.frame(Before, "b.c", 100));
  for (unsigned Layer = 0; Layer < Depth; ++Layer) {
    std::string Number = std::to_string(Layer);
    uint32_t Its = Module.function(("f" + Number).c_str());
    uint32_t Back = Module.function(("by" + Number).c_str());
    ToNext[Layer] = Module.call(Before, Module.frame(Before, "a.c", 1), Its);
    ToBack[Layer] = Module.call(Before, Module.frame(Before, "a.c", 2), Back);
    BackToNext[Layer] = Module.call(Back, Module.frame(Back, "a.c", 3), Its);
    for (uint32_t &Each : Site[Layer])
      Each = Module.site(Its, Module.frame(Its, "b.c", uint32_t(&Each - Site[0]) + 1));
    Before = Its;
  }
  Module.load();
  int Child = fork();
  if (Child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    count();
  }
  std::string Profile = Folder + "/a-" + std::to_string(Child) + ".asprof";
  unsigned States = 0, Ahead = 0, Wrong = 0;
  int Failed = stepThrough(Child, Profile.c_str(), [&] {
    ++States;
    uint64_t Calls = recover(Profile, Wrong);
    bool IsAhead = Told->Now && Calls == Told->Calls + 1;
    Ahead += IsAhead;
    if (Calls != Told->Calls && !IsAhead)
      printf("state %u: recovered %llu calls of %llu\n", States, (unsigned long long)Calls,
             (unsigned long long)Told->Calls);
    return !Wrong && (Calls == Told->Calls || IsAhead);
  });
  if (Failed)
    return Failed;
  printf("%u states of the profile, %u with an allocation under way\n", States, Ahead);
}
