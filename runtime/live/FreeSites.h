//===- FreeSites.h - Who frees the blocks of a site -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (shown site of the block, address that free() returns to) ──▶ number of blocks
//
// free-sites=1. The functions that stand in front of free know the address of their caller,
// whether it was compiled with the pass or not; which function that is, is asked at the exit.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_FREESITES_H
#define ALLOCSITE_RUNTIME_LIVE_FREESITES_H

#include "Mappings.h"

namespace allocsite {

struct FreeSite {
  uint64_t Site;    ///< Number of ShownSites.h; 0: the entry is free.
  uintptr_t Caller; ///< 0: not known.
  uint64_t Blocks;
};

/// Constant from start-up on.
extern bool HasFreeSites;

/// False where there is no room for the table. By start-up.
bool startFreeSites();

/// The entry of the two, or null where there is none yet. Any thread.
FreeSite *findFreeSite(uint64_t Site, const void *Caller);
/// The same, made; that of an unknown caller where the table is full. Null where even that has
/// no room. Any thread; takes RuntimeLock.
FreeSite *makeFreeSite(uint64_t Site, const void *Caller);

/// The memory as it was when a caller came that none before has: of a library that was closed
/// meanwhile it still tells the file. Hold RuntimeLock.
const Mappings *mappingsOfCallers(unsigned &Count);

/// Every entry; those whose Site is 0 are free. Hold RuntimeLock.
FreeSite *freeSites(size_t &Count);

/// In a forked child, and at a reset: none was freed so far. Hold RuntimeLock.
void forgetFreeSites();

} // namespace allocsite

#endif
