//===- Watch.cpp - What was counted since a program asked -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Control.h"
#include "Describe.h"
#include "Ledger.h"
#include "Platform.h"
#include "allocsite/allocsite.h"
#include "allocsite/control.h"

#include <new>

struct allocsite_watch {
  allocsite::Ledger Counted;
  bool OfThread;
};

namespace allocsite {

/// Hold RuntimeLock. Returns 0 or an errno value.
static long read(allocsite_watch &Its) {
  if (!Its.OfThread)
    return Its.Counted.readAll() ? 0 : ENOMEM;
  ThreadTable *Mine = ownTable();
  if (!Mine)
    return EAGAIN;
  return Its.Counted.readThread(*Mine) ? 0 : ENOMEM;
}

static void release(allocsite_watch *Its) {
  Its->~allocsite_watch();
  unmapPages(Its, sizeof(*Its));
}

long beginWatch(bool OfThread, allocsite_watch **Made) {
  LockGuard Guard;
  void *Room = mapPages(sizeof(allocsite_watch));
  if (!Room)
    return ENOMEM;
  auto *Its = new (Room) allocsite_watch;
  Its->OfThread = OfThread;
  if (long Failed = read(*Its)) {
    release(Its);
    return Failed;
  }
  Its->Counted.setMark(/*IsReset=*/false);
  *Made = Its;
  return 0;
}

namespace {
/// What is told to the program, with the lock open: it may allocate.
struct WatchedChanges {
  struct Change {
    CounterKey Key;
    uint64_t Calls, Bytes;
  };
  PageArray<Change> All;

  bool fill(const Ledger &From) {
    return From.forEachChange(
        &Watched::AtMark,
        [&](const CounterKey &Key, Count More) {
          return All.push({Key, More.Calls, addBytes(Key, More.Calls)});
        },
        [&](const AllocSiteOther &More) {
          return All.push({{0, More.Site, 0}, More.Calls, More.Bytes});
        });
  }

private:
  static uint64_t addBytes(const CounterKey &Key, uint64_t Calls) {
    return Key.Site & ALLOCSITE_SITE_FAILED ? 0 : bytesOf(Key.Size, Calls);
  }
};
} // namespace

static void tell(const allocsite_change_visitor &To, const WatchedChanges::Change &Of) {
  allocsite_names Names;
  // What an allocator of a site has called is that site's.
  if (describe(Of.Key.Site & ~ALLOCSITE_SITE_FAILED, Of.Key.Context, &Names) && !Names.counted)
    return;
  allocsite_change Change = {};
  for (unsigned I = 0; I < ALLOCSITE_FRAMES; ++I)
    Change.functions[I] = Names.functions[I];
  Change.allocator = Names.allocator;
  Change.type = Names.type;
  Change.site = Names.site;
  Change.size = Of.Key.Size;
  Change.calls = Of.Calls;
  Change.bytes = Of.Bytes;
  Change.failed = (Of.Key.Site & ALLOCSITE_SITE_FAILED) != 0;
  To.visit(To.user, &Change);
}

long endWatch(allocsite_watch *Its, const void *Visitor) {
  if (!Its)
    return EINVAL;
  WatchedChanges Found;
  long Failed;
  {
    LockGuard Guard;
    Failed = read(*Its);
    if (!Failed && !Found.fill(Its->Counted))
      Failed = ENOMEM;
    release(Its);
  }
  const auto *To = static_cast<const allocsite_change_visitor *>(Visitor);
  for (size_t I = 0; !Failed && To && To->visit && I < Found.All.size(); ++I)
    tell(*To, Found.All[I]);
  return Failed;
}

} // namespace allocsite
