//===- BlockGenerations.cpp - What was allocated behind which mark --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockGenerations.h"
#include "Message.h"
#include "Platform.h"
#include "profile/Mark.h"
#include "store/Profile.h"

namespace allocsite {

bool HasBlockGenerations;
uint32_t CurrentGeneration;

/// With that of the start.
static constexpr uint32_t Most = 4096;

// Under RuntimeLock.
static BlockGeneration *All; // room for Most
static uint32_t Recorded;    // of them are in the profile
static bool HasStopped;

void startBlockGenerations() {
  All = static_cast<BlockGeneration *>(mapPages(Most * sizeof(BlockGeneration)));
  HasBlockGenerations = All;
  if (!All)
    Message(Importance::Normal)
        .add("allocsite: warning: generations=1: no room for its table; marks begin none");
}

const BlockGeneration *blockGenerations(uint32_t &Count) {
  Count = CurrentGeneration + 1;
  return All;
}

bool recordBlockGenerations() {
  for (; Recorded < CurrentGeneration; ++Recorded) {
    const BlockGeneration &Its = All[Recorded + 1];
    auto *New = static_cast<AllocSiteGeneration *>(
        allocate(ChunkKind::Generations, sizeof(AllocSiteGeneration) + Its.Mark.Size + 1)
            .Memory);
    if (!New)
      return false;
    New->Nanoseconds = Its.Nanoseconds;
    New->NameBytes = static_cast<uint32_t>(Its.Mark.Size);
    Text(reinterpret_cast<char *>(New + 1), Its.Mark.Size + 1).add(Its.Mark);
    // Release: whoever reads the file takes it for no generation before it is whole.
    __atomic_store_n(&New->Number, uint64_t(Recorded) + 1, __ATOMIC_RELEASE);
  }
  return true;
}

void dropFileOfBlockGenerations() { Recorded = 0; }

/// A copy that stays, also in a forked child. Null if memory is short.
static const char *keep(TextRef Name) {
  auto *Copy = static_cast<char *>(allocate(ChunkKind::Modules, Name.Size + 1).Memory);
  if (Copy)
    Text(Copy, Name.Size + 1).add(Name);
  return Copy;
}

/// Why no further one can begin; null where one can.
static const char *whyNoMore(bool IsFull) {
  if (CurrentGeneration + 1 == Most)
    return "there are 4096 generations";
  if (IsFull)
    return "the table of what is alive is half full";
  return isOutOfMemory() ? "memory is short" : nullptr;
}

static bool stop(const char *Why) {
  HasStopped = true;
  Message(Importance::Normal)
      .add("allocsite: warning: generations=1: ")
      .add(Why)
      .add("; marks from here on begin no further one");
  return false;
}

bool beginBlockGeneration(TextRef Name, uint64_t Nanoseconds, bool IsFull) {
  if (!HasBlockGenerations || HasStopped)
    return false;
  if (const char *Why = whyNoMore(IsFull))
    return stop(Why);
  const char *Copy = keep(Name);
  if (!Copy)
    return stop("memory is short");
  All[CurrentGeneration + 1] = {TextRef(Copy, Name.Size), Nanoseconds};
  // Sequentially consistent, with LiveThread::rememberRecord(): a thread that puts a record of the
  // generation before into a slot sees the new one behind that, or does so before the caller
  // empties the slot.
  __atomic_store_n(&CurrentGeneration, CurrentGeneration + 1, __ATOMIC_SEQ_CST);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!recordBlockGenerations())
    sayOutOfMemory();
  return true;
}

} // namespace allocsite
