//===- AllocatedBlocks.h - A block comes ------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_ALLOCATEDBLOCKS_H
#define ALLOCSITE_RUNTIME_LIVE_ALLOCATEDBLOCKS_H

#include "arch/Machine.h"

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

// What counting leads to with live=1: each counts a call, and follows what it has returned. Null:
// nothing was allocated. Any thread, signal handlers included.

/// Behind a call of a site. What a gate leads to is countGate() of arch/Machine.h.
ALLOCSITE_BEHIND_CALLS void *countBehind(void *Block, const uint64_t *TagStart,
                                         uint64_t Context, uint64_t Size);
/// Of code without the pass: `Start` is what the tag begins with (count/ThroughSites.h).
void countAndFollowThrough(void *Block, uint64_t Start, uint64_t Context, uint64_t Size);

/// Around a fork: see Shadow::setInherited(). Hold RuntimeLock.
void setBlocksInherited(bool Are);

} // namespace allocsite

#endif
