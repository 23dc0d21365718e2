//===- Resident.h - How much of what is alive is in memory ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   live blocks and mappings, by address ──┐
//   /proc/self/pagemap: pages in memory  ──┴──▶ bytes of each record that lie on such pages
//
// resident=1. A block that was allocated and never touched has no page of its own; nor has one that
// was swapped out, or given back by madvise. A page may hold several blocks: each has the bytes
// that it has there, touched or not.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_RESIDENT_H
#define ALLOCSITE_RUNTIME_LIVE_RESIDENT_H

#include <stdint.h>

namespace allocsite {

/// Looks at all blocks and mappings anew, for the log that is written next; without resident=1
/// nothing. Where it cannot, a message says so, once. Hold RuntimeLock.
void scanResident();

/// Whether the last look has succeeded.
bool isResidentKnown();
/// Bytes of the record's, then. Hold RuntimeLock.
uint64_t residentBytes(uint32_t Record);

} // namespace allocsite

#endif
