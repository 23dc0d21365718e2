//===- TellFreeSites.h - The file that says who frees what ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELLFREESITES_H
#define ALLOCSITE_RUNTIME_PROCESS_TELLFREESITES_H

#include "profile/Expand.h"

namespace allocsite {

/// Writes LOG.frees.csv beside the log: of each site, which functions have freed how many of its
/// blocks, the most first. Without free-sites=1 it removes that of an earlier run. `Names` knows
/// the modules. Hold RuntimeLock.
void tellFreeSites(Expander &Names);

} // namespace allocsite

#endif
