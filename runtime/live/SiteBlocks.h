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

#include "Records.h"

namespace allocsite {

/// Whose blocks site `Number` is of: what was counted for it came with their addresses. None
/// where it did not. Any thread; takes RuntimeLock.
BlockKind blockKind(uint64_t Number);
/// `operator new` is another one than the C++ library's: before the first question.
void setNewIsReplaced();

/// Sites of allocators of one name have the same, from 1 on; 0 where that is not known. Any
/// thread; takes RuntimeLock.
uint32_t allocatorNumber(uint64_t Number);

} // namespace allocsite

#endif
