//===- LoadedModule.h - A module and its numbers ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the ids and sites of a translation unit begin, in the process that has loaded
// it. Call-site ids are 21 bits and run out; numbers of sites do not.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_LOADEDMODULE_H
#define ALLOCSITE_PROFILE_LOADEDMODULE_H

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
  const void *From;     // in the object that registered it last; may be gone
  const char *Object;   // the path of the program or library; null: not known
  uint32_t FirstLike;   // and NextLike: who finds copies by their contents
  uint32_t NextLike;
};

} // namespace allocsite

#endif
