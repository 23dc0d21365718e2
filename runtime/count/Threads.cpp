//===- Threads.cpp - The tables of each thread ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Platform.h"
#include "State.h"
#include "Tables.h"
#include "profile/Text.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

// All under RuntimeLock. The smallest tables of so many threads take 14 MiB.
static constexpr uint32_t Most = 4096;
static CountedThread *All; // room for Most, made for the first thread
static uint32_t Used;
static uint32_t LeftOut;

static CountedThread *find(const ThreadTable &Table) {
  for (uint32_t I = Used; I--;)
    if (All[I].Table == &Table)
      return &All[I];
  return nullptr;
}

void noteTable(ThreadTable &Table, const ThreadTable *Within) {
  if (!options().Threads)
    return;
  if (!All)
    All = static_cast<CountedThread *>(mapPages(Most * sizeof(CountedThread)));
  if (!All || Used == Most) {
    LeftOut += !Within;
    return;
  }
  const CountedThread *Outer = Within ? find(*Within) : nullptr;
  uint32_t Number = Outer ? Outer->Number : Used ? All[Used - 1].Number + 1 : 0;
  uint32_t At = Used++;
  // Sort by Number: the entry of a handler goes behind the others of its thread.
  for (; At && All[At - 1].Number > Number; --At)
    All[At] = All[At - 1];
  All[At] = {&Table, Number, static_cast<int32_t>(syscall(SYS_gettid)), {}};
}

void noteGrown(const ThreadTable &Old, ThreadTable &New) {
  if (CountedThread *Its = Used ? find(Old) : nullptr)
    Its->Table = &New;
}

bool keepsTable(const ThreadTable &Table) {
  CountedThread *Its = Used ? find(Table) : nullptr;
  if (Its)
    prctl(PR_GET_NAME, Its->Name, 0, 0, 0);
  return Its;
}

const CountedThread *countedThreads(uint32_t &Count) {
  Count = Used;
  return All;
}

uint32_t threadsLeftOut() { return LeftOut; }

void nameOf(const CountedThread &Of, char (&To)[16]) {
  memcpy(To, Of.Name, sizeof(To));
  if (To[0])
    return;
  char Path[64];
  Text Wanted(Path, sizeof(Path));
  Wanted.add("/proc/self/task/").number(uint64_t(Of.Id)).add("/comm");
  const size_t Got = readStart(Wanted.c_str(), To, sizeof(To) - 1);
  // Cut off the end of the line.
  To[Got ? Got - (To[Got - 1] == '\n') : 0] = 0;
}

void dropThreads() { Used = LeftOut = 0; }

} // namespace allocsite
