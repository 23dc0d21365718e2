//===- Called.h - The pointers that emitted code calls ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that counts goes through a pointer, so that start-up chooses what it does: count
// in the thread's table (the functions of arch/Machine.h), follow blocks too (live/Live.h),
// or nothing. Until start-up has decided, they count: the first miss has start-up decide.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_CALLED_H
#define ALLOCSITE_RUNTIME_COUNT_CALLED_H

#include "allocsite/Abi.h"

extern "C" {
extern AllocSiteCountFn ALLOCSITE_SYM_COUNT;
extern AllocSiteCountBehindFn ALLOCSITE_SYM_COUNT_BEHIND;
#define DECLARE(Size, Of) extern AllocSiteGateFn ALLOCSITE_SYM_GATE(Size, Of);
ALLOCSITE_GATES(DECLARE)
#undef DECLARE
}

namespace allocsite {

/// From now on a call of the executable's code that counts only returns, or goes on to the
/// allocator, and what is inline looks no further on this thread; others find out when they
/// miss. Start-up says so when it has found that the profiler is off, where others may be
/// running.
__attribute__((visibility("hidden"))) void countNowhere();

/// From now on the executable's calls through gates come to countGate(), and what counts
/// behind calls to `Behind`. By start-up.
void followBlocks(AllocSiteCountBehindFn Behind);

/// Does the call of a gate that follows blocks return to there?
bool isInGate(const void *Address);

} // namespace allocsite

#endif
