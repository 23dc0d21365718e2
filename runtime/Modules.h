//===- Modules.h - The modules of a process ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each translation unit registers its descriptor and is told where its ids
// begin. Call-site ids are 21 bits and run out; numbers of sites do not.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_MODULES_H
#define ALLOCSITE_RUNTIME_MODULES_H

#include "allocsite/Abi.h"

namespace allocsite {

/// Numbers of sites below this belong to no module: that of an allocation made
/// before its module was registered is k alone.
constexpr uint64_t FirstSite = UINT64_C(1) << 32;

/// A registered module: bytes that stay where they are for as long as the process
/// lives, and the numbers that it was given.
struct LoadedModule {
  AllocSiteModule Tables; // State is not used
  uint64_t CallBase;      // 0 where there were no ids left
  uint64_t SiteBase;
  uint64_t ContentHash; // of a copy, else 0
  uint32_t FirstLike;   // and NextLike: who finds copies by their contents
  uint32_t NextLike;
};

/// Ascending in SiteBase, and in CallBase where that is not 0. Hold
/// RuntimeLock; the array may move at the next registration.
const LoadedModule *modules(uint32_t &Count);

} // namespace allocsite

#endif
