//===- NoAlloc.cpp - What is allocated where nothing must be --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass lets functions that must not allocate say when they begin and end
// (pass/marks/NoAlloc.h). With the option no-alloc= a thread is hooked in between (Pause.h),
// so each allocation below comes by here, by whatever calls it was reached.
//
//===----------------------------------------------------------------------===//
#include "Control.h"
#include "Describe.h"
#include "Dump.h"
#include "Message.h"
#include "Platform.h"
#include "State.h"
#include "allocsite/allocsite.h"
#include "count/Hooks.h"
#include "count/Pause.h"
#include "count/Tables.h"

#include <stdlib.h>

namespace allocsite {

static constexpr unsigned MostChains = 32;

/// Says each chain of functions once, up to MostChains. False where it is allowed.
static bool say(uint64_t Size, uint64_t Site, uint64_t Context) {
  allocsite_names Names;
  describe(Site, Context, &Names);
  uint64_t Chain = 0;
  for (const char *Each : Names.functions)
    Chain = hashWord(Chain, hashBytes(Each, strlen(Each)));
  LockGuard Guard;
  static uint64_t Said[MostChains]; // under the lock
  static unsigned Count;
  if (options().NoAllocArenas && isOfArena(Site, Context))
    return false;
  for (unsigned I = 0; I < Count && I < MostChains; ++I)
    if (Said[I] == Chain)
      return true;
  if (Count > MostChains)
    return true;
  Message Line(Importance::Error);
  if (Count == MostChains) {
    ++Count;
    Line.add("allocation where nothing must be allocated: more chains are not printed");
    return true;
  }
  Said[Count++] = Chain;
  Line.add("allocation where nothing must be allocated: ").number(Size);
  Line.add(" bytes by ").add(Names.allocator).add(" at ").add(Names.site).add(": ");
  bool IsFirst = true;
  for (const char *Each : Names.functions) {
    if (TextRef(Each) == TextRef("-"))
      break;
    Line.add(IsFirst ? "" : " < ").add(Each);
    IsFirst = false;
  }
  return true;
}

static void found(uint64_t Size, uint64_t Site, uint64_t Context) {
  KeepErrno Keep;
  if (!say(Size, Site & ~ALLOCSITE_SITE_FAILED, Context) || options().NoAlloc != NoAllocAbort)
    return;
  dump({ALLOCSITE_END_ABORT});
  abort();
}

void startNoAlloc() {
  if (options().NoAlloc == NoAllocOff)
    return;
  AllocatedInNoAlloc = found;
  setDetour(DetourNoAlloc, true);
}

long enterNoAlloc(bool Begins) {
  ThreadTable *Mine = ownTable();
  if (!Mine)
    return EAGAIN;
  if (!Begins && !Mine->own().NoAlloc)
    return EINVAL;
  Mine->own().NoAlloc += Begins ? 1 : -1;
  // Inside of a hook, or of a count, the thread stays as it is until that ends.
  if (direct(ALLOCSITE_SYM_THREAD.Slots) == Mine->slots())
    attach(*Mine);
  return 0;
}

} // namespace allocsite
