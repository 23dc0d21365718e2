//===- ControlThread.h - A thread that acts for the profiler ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite mark PID ──▶ AllocSiteProfileControl, in ──▶ the thread ──▶ setMark()
//                          the profile that both map
//   mark=10s, dump=1G ──────────────────────────────────▶ the thread ──▶ Schedule.cpp
//
// Only where an option asks for one of these: control=1, mark=, dump=. The thread begins
// with the first allocation that is counted, when there is a profile. It sleeps on a futex
// until it is asked or something is due. All signals are blocked in it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_CONTROLTHREAD_H
#define ALLOCSITE_RUNTIME_PROCESS_CONTROLTHREAD_H

#include <stdint.h>

namespace allocsite {

/// The thread begins with the next first table of the process, where an option wants it.
/// Call at start-up, and in a forked child, which has no thread.
void startControlThread();

constexpr uint64_t Never = UINT64_MAX;

/// Reads the options; warns where they make no sense. False where nothing is to come. Call at
/// start-up, and in a forked child, whose time and bytes begin there.
bool startSchedules();

/// Does what is due, and returns after how many nanoseconds to call again. One thread.
uint64_t runSchedules();

} // namespace allocsite

#endif
