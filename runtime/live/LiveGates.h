//===- LiveGates.h - Gates that pass on what was allocated ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_LIVEGATES_H
#define ALLOCSITE_RUNTIME_LIVE_LIVEGATES_H

#include <stdint.h>

namespace allocsite {

/// What a gate has pushed: TagStart is the word, not where it lies.
struct PushedKey {
  uint64_t TagStart, Context, Size;
};

/// Counts what a gate's allocator has returned, and returns it.
__attribute__((used, visibility("hidden"))) void *countGate(const PushedKey *Of, void *Block);

/// From now on the executable's calls through gates come to countGate(). By start-up.
void followAtGates();

/// Does a gate's call return to there?
bool isInGate(const void *Address);

} // namespace allocsite

#endif
