//===- Start.h - The life of the runtime ------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_START_H
#define ALLOCSITE_RUNTIME_START_H

#include "Options.h"
#include "Owner.h"

extern "C" {
/// The least SKIP_HEAP_PROFILE that turns the profiler on. The pass sets it.
extern int32_t ALLOCSITE_SYM_LEVEL;
void ALLOCSITE_SYM_REGISTER(const AllocSiteModule *Module);
void ALLOCSITE_SYM_FLUSH(void);
extern const AllocSiteOwner ALLOCSITE_SYM_OWNER;
}

namespace allocsite {

/// Reads the environment and decides, once; who comes first does it. False
/// while that is under way on this same thread. Any thread.
bool ensureStarted();

/// Valid once ensureStarted() returned true, and constant from then on.
bool isCounting();
/// Starts the runtime where that is due. True for good where nothing is to be counted.
bool isOff();
const Options &options();

/// The owner of the process where that is another runtime, else null. Valid as
/// above.
const AllocSiteOwner *otherOwner();

/// Process that the counters belong to: -1 before a start that counts.
int ownerProcess();
/// Was this process made by fork() since start-up?
bool isForkedChild();

/// Writes the CSV if this process has counted something since it was last
/// written, and a first time even if it counted nothing, unless it was forked.
/// Any thread; leaves errno alone.
void dump();

/// In a forked child: the next dump makes a file of its own. Hold RuntimeLock.
void forgetDump();

} // namespace allocsite

#endif
