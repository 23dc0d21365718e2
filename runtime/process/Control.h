//===- Control.h - What a program says to the profiler ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_CONTROL_H
#define ALLOCSITE_RUNTIME_PROCESS_CONTROL_H

#include "allocsite/Abi.h"

struct allocsite_totals;
struct allocsite_object_visitor;
struct allocsite_watch;

extern "C" long ALLOCSITE_SYM_CONTROL(unsigned Operation, const void *Argument, void *Result);

namespace allocsite {

/// Carries out what allocsite/control.h asks for. Any thread, signal handlers included;
/// leaves errno alone.
long control(unsigned Operation, const void *Argument, void *Result);

/// Does what the options start=, signal-toggle=, signal-dump=, probes= and no-alloc= say. Call
/// at start-up.
void startControl();

/// Sets a mark, or resets, and tells the program's hook. Returns 0 or an errno value.
long markOrReset(const char *Name, bool IsReset);

/// What allocsite_totals() and allocsite_thread_totals() fill in. Returns 0 or an errno value.
long sumTotals(const char *Allocator, bool OfThread, allocsite_totals *To);

/// Does what no-alloc= says. Call at start-up.
void startNoAlloc();

/// A function that must not allocate begins on the calling thread, or ends. Returns 0 or an
/// errno value.
long enterNoAlloc(bool Begins);

/// allocsite_object_counts() and allocsite_object_sizes(). Return 0 or an errno value. Any
/// thread.
long visitObjects(bool BySize, const allocsite_object_visitor &To);

/// allocsite_arena_totals().
long sumArena(const void *Arena, allocsite_totals *To);

/// As allocsite_watch_begin() and allocsite_watch_end() of allocsite/control.h: 0 or an
/// errno value. Not under RuntimeLock.
long beginWatch(bool OfThread, allocsite_watch **Made);
long endWatch(allocsite_watch *Its, const void *Visitor);

} // namespace allocsite

#endif
