//===- Resident.cpp - How much of what is alive is in memory --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Resident.h"
#include "HeapBlocks.h"
#include "LiveMappings.h"
#include "Message.h"
#include "Platform.h"
#include "Records.h"
#include "State.h"
#include "profile/Files.h"

#include <unistd.h>

namespace allocsite {

static uint64_t *ResidentBytes; // by record; null: not known
static uint32_t ResidentCount;  // of records

namespace {
/// The pages of the process, which are asked for in the order of their addresses.
class PageMap {
  static constexpr size_t Most = 4096, Ahead = 512; // entries that are read at once
  static constexpr uint64_t IsPresent = uint64_t(1) << 63;

  const int File = openFile("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  uint64_t *const Entries = static_cast<uint64_t *>(mapPages(Most * sizeof(uint64_t)));
  uint64_t First = 0, Count = 0; // pages that Entries are of
  int Failed = File < 0 ? errno : Entries ? 0 : ENOMEM;

  bool read(uint64_t Page, uint64_t Wanted) {
    Wanted = Wanted < Ahead ? Ahead : Wanted > Most ? Most : Wanted;
    const ssize_t Got = pread(File, Entries, Wanted * sizeof(uint64_t),
                              static_cast<off_t>(Page * sizeof(uint64_t)));
    First = Page;
    Count = Got > 0 ? static_cast<uint64_t>(Got) / sizeof(uint64_t) : 0;
    if (!Count)
      Failed = Got < 0 ? errno : EIO;
    return Count;
  }

public:
  const uint64_t PageBytes = pageBytes();

  PageMap() = default;
  PageMap(const PageMap &) = delete;
  ~PageMap() {
    if (File >= 0)
      closeFile(File);
    unmapPages(Entries, Most * sizeof(uint64_t));
  }

  /// An errno value, or 0.
  int failed() const { return Failed; }

  uint64_t residentIn(uintptr_t Begin, uintptr_t End) {
    uint64_t Sum = 0;
    while (Begin < End && !Failed) {
      const uint64_t Page = Begin / PageBytes;
      if (Page - First >= Count && !read(Page, (End - 1) / PageBytes - Page + 1))
        break;
      const uintptr_t Next = (Page + 1) * PageBytes, Until = Next < End ? Next : End;
      if (Entries[Page - First] & IsPresent)
        Sum += Until - Begin;
      Begin = Until;
    }
    return Sum;
  }
};
} // namespace

/// Returns an errno value, or 0.
static int scanPages(uint64_t *To, uint32_t Count) {
  KeepErrno Keep;
  PageMap Pages;
  auto add = [&](uint32_t Number, uintptr_t Begin, uint64_t Size) {
    if (Number <= Count)
      To[Number] += Pages.residentIn(Begin, Begin + Size);
    return !Pages.failed();
  };
  forEachBlock([&](uintptr_t Address, Shadow::Entry Its) {
    const uint32_t Number = Its & Records::NumberMask;
    return add(Number, Address + liveRecords().header(Number), liveRecords().key(Number).Size);
  });
  if (areMappingsFollowed())
    liveMappings().forEach(
        [&](const MappedRange &Its) { add(Its.Record, Its.Begin, Its.End - Its.Begin); });
  return Pages.failed();
}

void scanResident() {
  if (!options().Resident || !isHeapFollowed())
    return;
  unmapPages(ResidentBytes, (size_t(ResidentCount) + 1) * sizeof(uint64_t));
  ResidentCount = liveRecords().count();
  ResidentBytes =
      static_cast<uint64_t *>(mapPages((size_t(ResidentCount) + 1) * sizeof(uint64_t)));
  const int Failed = ResidentBytes ? scanPages(ResidentBytes, ResidentCount) : ENOMEM;
  if (!Failed)
    return;
  unmapPages(ResidentBytes, (size_t(ResidentCount) + 1) * sizeof(uint64_t));
  ResidentBytes = nullptr;
  static bool IsSaid;
  if (IsSaid)
    return;
  IsSaid = true;
  Message Line(Importance::Normal);
  Line.add("allocsite: warning: resident=1: /proc/self/pagemap: ");
  Line.error(Failed).add("; the log lacks what is resident");
}

bool isResidentKnown() { return ResidentBytes; }

uint64_t residentBytes(uint32_t Record) {
  return ResidentBytes && Record <= ResidentCount ? ResidentBytes[Record] : 0;
}

} // namespace allocsite
