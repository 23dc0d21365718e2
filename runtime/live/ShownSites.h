//===- ShownSites.h - Which records are of one site of the log --*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   get() inlined into one()  ──▶ site 3 ─┐
//   get() inlined into two()  ──▶ site 7 ─┴▶ "buf.h:2:44", malloc, no type ──▶ number 1
//
// Code that is inlined, or an instance of a template, has a site for each copy, and a site in a
// library has the place of its caller. A log shows allocator, type and place alone: records
// that agree in these are of one site. With own-peaks=1 or free-sites=1.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_SHOWNSITES_H
#define ALLOCSITE_RUNTIME_LIVE_SHOWNSITES_H

#include <stdint.h>

namespace allocsite {

struct ShownSite {
  uint64_t Hash;   ///< Expansion::siteHash()
  uint32_t Record; ///< One that is of it.
};

/// Expansion::siteHash() of a record's site; 0 if memory is short. Set by start-up, called
/// under RuntimeLock.
extern uint64_t (*HashShownSite)(uint64_t Site, uint64_t Context);

/// False where there is no room for the tables. By start-up.
bool startShownSites();

/// The number of the record's, from 1; 0: not known yet. Any thread.
uint32_t knownShownSite(uint32_t Record);
/// The same, made. 0 if memory is short. Any thread; takes RuntimeLock.
uint32_t makeShownSite(uint32_t Record);

/// They are 1 … shownSiteCount(). Hold RuntimeLock.
uint32_t shownSiteCount();
const ShownSite &shownSite(uint32_t Number);

} // namespace allocsite

#endif
