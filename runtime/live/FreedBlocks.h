//===- FreedBlocks.h - A block goes -----------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_FREEDBLOCKS_H
#define ALLOCSITE_RUNTIME_LIVE_FREEDBLOCKS_H

#include <stdint.h>

namespace allocsite {

// What interposed functions lead to with live=1 (interpose/Through.h). Any thread, signal handlers
// included.

/// `Block` is about to be freed. Null is no block. `IsDelete`: by a function that may call
/// `free` for it. `Caller`: where to it returns, null where that is not known.
void freed(const void *Block, bool IsDelete, const void *Caller);

/// For `realloc`: takes the block's entry before it. Then either resized(), where the block
/// is `New` from now on (null: it was freed), or putBack() where that has failed.
uint64_t take(const void *Block);
void resized(uint64_t Taken, const void *Old, const void *New, const void *Caller,
             const void *Sp);
void putBack(const void *Block, uint64_t Taken);

/// freed(), take() and putBack() with probes=otel: a block that is reallocated goes, and comes again
/// where that has failed.
void freedPassed(const void *Block, bool IsDelete, const void *Caller);
uint64_t takePassed(const void *Block);
void putBackPassed(const void *Block, uint64_t Taken);

/// Hooks or probes want to be told of frees, or do so no more. Hold RuntimeLock.
void lookForListeners();

} // namespace allocsite

#endif
