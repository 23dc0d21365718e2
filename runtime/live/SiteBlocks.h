//===- SiteBlocks.h - Which sites hand out what is freed, and whose *- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of a site says so (ALLOCSITE_SITE_BLOCK, and the name of its allocator), and is
// decoded when its first block comes: all sites of its module at once.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_LIVE_SITEBLOCKS_H
#define ALLOCSITE_RUNTIME_LIVE_SITEBLOCKS_H

#include <stdint.h>

namespace allocsite {

/// True where what was counted for site `Number` came with the address of a block that
/// `free` or `operator delete` takes. Any thread; takes RuntimeLock.
bool isOfBlocks(uint64_t Number);

/// Sites of allocators of one name have the same, from 1 on; 0 where that is not known. Any
/// thread; takes RuntimeLock.
uint32_t allocatorNumber(uint64_t Number);

} // namespace allocsite

#endif
