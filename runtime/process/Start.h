//===- Start.h - The life of the runtime ------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_START_H
#define ALLOCSITE_RUNTIME_PROCESS_START_H

#include "Owner.h"
#include "State.h"

extern "C" {
/// The least SKIP_HEAP_PROFILE that turns the profiler on. The pass sets it.
extern int32_t ALLOCSITE_SYM_LEVEL;
void ALLOCSITE_SYM_REGISTER(const AllocSiteModule *Module);
extern const AllocSiteOwner ALLOCSITE_SYM_OWNER;
}

namespace allocsite {

/// From now on each fork() comes by Fork.cpp. Once, by start-up.
void watchForks();

/// Reads the option sample= into TheState.Sampling; warns where it makes no sense, and where
/// another option does not go with it, which is off then. Call at start-up, before startLive().
void startSampling();

} // namespace allocsite

#endif
