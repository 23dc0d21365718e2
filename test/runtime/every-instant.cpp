// A profile adds up between any two instructions. The program is stepped through
// allocations that move entries out of their slots, let a hash table grow, and let
// the thread outgrow its table;
// whenever an instruction has changed the profile, what `recover` makes of it is
// compared with what the program has allocated: one may be under way.
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
#include "allocsite/ProfileFormat.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <unistd.h>

// Shared with the stepped process, and not in the profile.
static struct Truth {
  volatile uint64_t Calls, Bytes; // that were allocated
  volatile uint64_t Now;          // size of the one under way
} *Told;

static OneSite *Module;
static unsigned Evictions;
static uint64_t Pressure; // as addPressure of runtime/count/Tables.h has it

static AllocSiteSlot &slotFor(uint64_t Size) {
  return *slotOf(ALLOCSITE_SYM_THREAD.Slots,
                 allocsite::tagOf(0, Module->tagStart(1), Size));
}

static void allocate(uint64_t Size) {
  Told->Now = Size;
  Module->allocate(Size);
  Told->Calls = Told->Calls + 1;
  Told->Bytes = Told->Bytes + Size;
  Told->Now = 0;
}

/// The slot is known to hold another entry, or none.
static void allocateAnew(uint64_t Size) {
  if (uint64_t Count = slotFor(Size).Count) {
    ++Evictions;
    Pressure = Pressure + 16 > Count ? Pressure + 16 - Count : 0;
  }
  allocate(Size);
}

[[noreturn]] static void count() {
  allocate(1);
  // 96 entries fill three quarters of the first hash table.
  uint64_t Size = 2;
  for (; Evictions < 94; ++Size) {
    allocateAnew(Size);
    for (int Times = 1; Times < 9; ++Times)
      allocate(Size);
  }
  raise(SIGSTOP);
  for (; Evictions < 99; ++Size)
    allocateAnew(Size);
  // Back again: an entry that is in the hash table already.
  for (uint64_t Again = 1; Again < 4; ++Again) {
    allocateAnew(Again);
    allocate(Again);
  }
  raise(SIGSTOP);
  const AllocSiteSlot *First = ALLOCSITE_SYM_THREAD.Slots;
  for (; Pressure + 16 < slotCount(First) * 32; ++Size)
    allocateAnew(Size);
  if (ALLOCSITE_SYM_THREAD.Slots != First)
    _exit(1); // too early: nobody looks
  raise(SIGSTOP);
  for (; ALLOCSITE_SYM_THREAD.Slots == First; ++Size)
    allocateAnew(Size);
  // The larger table, and what it evicts.
  uint64_t Other = Size;
  while (&slotFor(++Other) != &slotFor(Size)) {
  }
  allocate(Size - 1);
  allocate(Size);
  allocate(Other);
  allocate(Size);
  raise(SIGSTOP);
  _exit(0);
}

static std::string Recover, Log;

/// Calls and bytes of the log of this moment.
static void recover(uint64_t &Calls, uint64_t &Bytes) {
  if (system(Recover.c_str()) != 0)
    exit(1);
  FILE *File = fopen(Log.c_str(), "r");
  char Line[4096];
  Calls = Bytes = 0;
  while (fgets(Line, sizeof(Line), File)) {
    unsigned long long Count, Total;
    if (sscanf(Line, "\"main\",-,-,-,%*u,%llu,%llu", &Count, &Total) == 2) {
      Calls += Count;
      Bytes += Total;
    }
  }
  fclose(File);
}

int main(int, char **Arguments) {
  std::string Folder = Arguments[2];
  std::string Profile = Folder + "/a-";
  Log = Folder + "/log.csv";
  Told = static_cast<Truth *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  static OneSite TheModule;
  Module = &TheModule;
  int Child = fork();
  if (Child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    count();
  }
  Profile += std::to_string(Child) + ".asprof";
  Recover = std::string(Arguments[1]) + " recover " + Profile + " -o " + Log +
            " 2> /dev/null";

  unsigned States = 0, Ahead = 0;
  int Failed = stepThrough(Child, Profile.c_str(), [&] {
    ++States;
    uint64_t Calls, Bytes;
    recover(Calls, Bytes);
    uint64_t Now = Told->Now;
    bool IsExact = Calls == Told->Calls && Bytes == Told->Bytes;
    bool IsAhead =
        Now && Calls == Told->Calls + 1 && Bytes == Told->Bytes + Now;
    // Between the two words of the program's own count.
    bool IsBetween = Now && Calls == Told->Calls && Bytes == Told->Bytes + Now;
    if (!IsExact && !IsAhead && !IsBetween)
      printf("state %u: recovered %llu calls, %llu bytes; allocated %llu, %llu "
             "and %llu bytes under way\n",
             States, (unsigned long long)Calls, (unsigned long long)Bytes,
             (unsigned long long)Told->Calls, (unsigned long long)Told->Bytes,
             (unsigned long long)Now);
    Ahead += IsAhead;
    return IsExact || IsAhead || IsBetween;
  });
  if (Failed)
    return Failed;
  printf("%u states of the profile, %u with an allocation under way\n", States,
         Ahead);
}
