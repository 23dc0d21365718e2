//===- Schedule.h - Marks and logs that come by themselves ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mark=10s, dump=1G, dump=peak. A time is kept by the clock. Bytes and peaks are seen by
// looking: nobody counts them where they are allocated. The next look is when half of what
// is left will have been allocated, as the last looks tell, and looks take a fiftieth of one
// processor at most. So a mark of mark=1G lies a little behind each GiB.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_SCHEDULE_H
#define ALLOCSITE_RUNTIME_PROCESS_SCHEDULE_H

#include <stdint.h>

namespace allocsite {

constexpr uint64_t Never = UINT64_MAX;

/// Reads the options; warns where they make no sense. False where nothing is to come. Call at
/// start-up, and in a forked child, whose time and bytes begin there.
bool startSchedules();

/// Does what is due, and returns after how many nanoseconds to call again. One thread.
uint64_t runSchedules();

} // namespace allocsite

#endif
