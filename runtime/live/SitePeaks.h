//===- SitePeaks.h - The most that was alive of each site -------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   record ──▶ site ──▶ {Live, Peak} in the profile, of the process
//
// own-peaks=1. Each block that comes or goes changes the bytes of its site at once, whichever
// thread it is: so each site sees its own maximum, exactly, and threads meet there.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_SITEPEAKS_H
#define ALLOCSITE_RUNTIME_LIVE_SITEPEAKS_H

#include "allocsite/ProfileFormat.h"

namespace allocsite {

/// Constant from start-up on.
extern bool HasSitePeaks;

/// False where there is no room for the tables. By start-up.
bool startSitePeaks();

/// Where the site of the record counts, or null where it has no place yet. Any thread.
AllocSiteSitePeak *findSitePeak(uint32_t Record);
/// The same, made. Null if memory is short. Any thread; takes RuntimeLock.
AllocSiteSitePeak *makeSitePeak(uint32_t Record);

/// As many bytes more, or fewer, are alive of it. Any thread.
void addToSite(AllocSiteSitePeak &Of, int64_t Bytes);

/// Bytes. Hold RuntimeLock.
uint64_t ownPeak(uint32_t Record);

/// What is alive now is the peak so far. Hold RuntimeLock.
void restartSitePeaks();

/// In a forked child, whose records know what they have inherited. Hold RuntimeLock.
void forkSitePeaks();

} // namespace allocsite

#endif
