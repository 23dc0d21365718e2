//===- TellFreeSites.h - The table that says who frees what -----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELLFREESITES_H
#define ALLOCSITE_RUNTIME_PROCESS_TELLFREESITES_H

#include "profile/Expand.h"

namespace allocsite {

/// Adds the table `frees` with free-sites=1: of each site, which functions have freed how many of
/// its blocks, the most first. `Names` knows the modules. Hold RuntimeLock.
void tellFreeSites(Expander &Names);

} // namespace allocsite

#endif
