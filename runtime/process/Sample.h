//===- Sample.h - The option sample= ----------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_SAMPLE_H
#define ALLOCSITE_RUNTIME_PROCESS_SAMPLE_H

namespace allocsite {

/// Reads the option into TheState.Sampling; warns where it makes no sense, and where another
/// option does not go with it, which is off then. Call at start-up, before startLive().
void startSampling();

} // namespace allocsite

#endif
