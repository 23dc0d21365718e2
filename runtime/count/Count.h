//===- Count.h - What emitted code calls to count ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any thread, any moment, signal handlers included. All keep every register but r11
// and those of vectors, but what counts behind a call: it keeps what `regcall` does.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_COUNT_H
#define ALLOCSITE_RUNTIME_COUNT_COUNT_H

#include "allocsite/Abi.h"

extern "C" {
/// An AllocSiteMissFn.
__attribute__((preserve_most, noinline, used)) void
ALLOCSITE_SYM_MISS(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site);

/// What code of this executable calls: countHere and countBehindCall, until
/// countNowhere() was called.
extern AllocSiteCountFn ALLOCSITE_SYM_COUNT;
extern AllocSiteCountBehindFn ALLOCSITE_SYM_COUNT_BEHIND;
}

namespace allocsite {

/// An AllocSiteCountFn. Without the convention's name: it is assembly that keeps it.
__attribute__((used, visibility("hidden"))) void countHere(const uint64_t *TagStart,
                                                           uint64_t Context, uint64_t Size);

/// An AllocSiteCountBehindFn; the same of its convention's name.
__attribute__((used, visibility("hidden"))) void *
countBehindCall(void *Result, const uint64_t *TagStart, uint64_t Context, uint64_t Size);

/// From now on a call of the executable's code that counts only returns, and what is inline
/// looks no further on this thread; others find out when they miss. Start-up says so when it
/// has found that the profiler is off, where others may be running.
__attribute__((visibility("hidden"))) void countNowhere();

/// The miss of both.
__attribute__((preserve_most, noinline, visibility("hidden"))) void
countMissed(const uint64_t *TagStart, uint64_t Context, uint64_t Size);

} // namespace allocsite

#endif
