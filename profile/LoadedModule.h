//===- LoadedModule.h - A module and its numbers ----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first id and the first site number of a translation unit, in the process that has
// loaded it. Call-site ids have 21 bits and may run out; site numbers do not.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_LOADEDMODULE_H
#define ALLOCSITE_PROFILE_LOADEDMODULE_H

#include "allocsite/Abi.h"

namespace allocsite {

/// Site numbers below this belong to no module: an allocation made before its module was
/// registered has its index in the module alone.
constexpr uint64_t FirstSite = UINT64_C(1) << 32;

/// A registered module: its bytes, which stay in place while the process lives, and the
/// numbers that it was given.
struct LoadedModule {
  AllocSiteModule Tables; // State is not used
  uint64_t CallBase;      // 0 if there were no ids left
  uint64_t SiteBase;
  uint64_t ContentHash; // of a copy, else 0
  const void *From;     // in the object that registered it last; may be gone
  const char *Object;   // the path of the program or library; null: not known
  uint32_t FirstLike;   // this and NextLike: the lists by which copies are found
  uint32_t NextLike;
};

} // namespace allocsite

#endif
