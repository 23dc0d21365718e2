//===- LiveMappings.h - Mappings that come and go ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mmap(n)    ──▶ mapped():    a range of its record, which counts one more
//   munmap(m)  ──▶ unmapped():  that range counts one less; what is left of it, before and behind,
//                               are blocks of a page each, which nobody has called for
//
// mappings=1 with live=1. Mappings count as blocks do, towards the peak too: but not those that
// the heap itself is made of, as jemalloc's is, whose bytes its blocks have.
//
// Mappings are few beside blocks, and each is a system call: one table, under RuntimeLock.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_LIVEMAPPINGS_H
#define ALLOCSITE_RUNTIME_LIVE_LIVEMAPPINGS_H

#include "MappedRanges.h"
#include "interpose/ThroughMappings.h"

namespace allocsite {

/// For interposeMappings(): null where mappings are not followed. By start-up.
const MappingListener *followMappings();

/// Valid when start-up is through.
bool areMappingsFollowed();
/// Mappings, or pages of what is left of one, in a range.
uint64_t blocksIn(const MappedRange &Of);
/// If they are: hold RuntimeLock.
const MappedRanges &liveMappings();

} // namespace allocsite

#endif
