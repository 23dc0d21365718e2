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

/// An AllocSiteMissFn (Count.cpp). Any thread, at any time, also in signal handlers. Preserves
/// the registers that `preserve_most` does.
__attribute__((preserve_most, noinline, used)) void
ALLOCSITE_SYM_MISS(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site);
}

namespace allocsite {

/// Turns counting off, when start-up finds that the profiler is off; other threads may run.
/// The executable's counting calls then only return, or jump to the allocator, and inline hits
/// of this thread find no table. Other threads notice at their next miss.
__attribute__((visibility("hidden"))) void countNowhere();

/// Has the executable's calls count by the processor's fastest means. Called by start-up.
void countFaster();

/// Redirects the executable's calls through gates to countGate(), and its counts after calls
/// to `Behind`. Called by start-up.
void followBlocks(AllocSiteCountBehindFn Behind);

/// True if Address, a return address, lies in a gate that follows blocks.
bool isInGate(const void *Address);

} // namespace allocsite

#endif
