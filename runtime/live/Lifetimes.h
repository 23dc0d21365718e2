//===- Lifetimes.h - How long blocks live -----------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   clock: bytes that the process has allocated, of all blocks that are followed
//
//   entry of the shadow   31 … 20      19 … 0     A block has the time of its birth with it,
//                         clock 43…32  record     44 bits: what is freed after 16 TiB more
//   a second shadow       clock 31…0              have been allocated looks younger
//
// A time in bytes is that of DHAT and of garbage collectors: it does not depend on the machine.
// lifetimes=1 alone: else the upper bits are 0, and there is no second shadow.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_LIFETIMES_H
#define ALLOCSITE_RUNTIME_LIVE_LIFETIMES_H

#include "LiveThread.h"
#include "Shadow.h"

namespace allocsite {

/// Constant from start-up on.
extern bool HasLifetimes;

/// False where there is no room for the second shadow. By start-up. `OfOthers`: that of
/// HeapBlocks.h' Others, here and below.
bool startLifetimes(unsigned Log2Granule, bool OfOthers = false);
/// Around a fork: see Shadow::setInherited().
void setLifetimesInherited(bool Are);

/// A block of as many bytes has come, and `Entry` is its own: the clock goes on, and the block
/// gets the time. Any thread.
void stampBlock(Shadow::Entry &Entry, const void *Block, uint64_t Size, bool OfOthers);

/// The same of what is in no shadow: returns the time.
uint64_t passTime(uint64_t Bytes);
/// How many bytes were allocated since. Any thread.
uint64_t timeSince(uint64_t Then);

/// A block of as many bytes was none after all: another one has come in its place.
void turnBackClock(uint64_t Bytes);

/// The lower half of a block's time, for lifetimeSince(). Any thread.
uint32_t knownStampOf(const void *Block, bool OfOthers);
inline uint32_t stampOf(const void *Block, bool OfOthers = false) {
  return __builtin_expect(HasLifetimes, false) ? knownStampOf(Block, OfOthers) : 0;
}
/// How many bytes were allocated since the block came. Any thread.
uint64_t lifetimeSince(Shadow::Entry Its, uint32_t Stamp);

/// Counts one more block of the record, which lived while `Bytes` bytes were allocated. Only the
/// thread that owns `Of` may call this.
void countLifetime(AllocSiteThreadLifetime &Of, uint64_t Bytes);

} // namespace allocsite

#endif
