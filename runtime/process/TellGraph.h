//===- TellGraph.h - The table that says what points at what ----*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELLGRAPH_H
#define ALLOCSITE_RUNTIME_PROCESS_TELLGRAPH_H

#include "profile/Expand.h"

namespace allocsite {

/// Says what is missing where graph=1 was asked for and blocks are not followed. By start-up,
/// behind startLive().
void startGraph();

/// Adds the table `graph` (docs/live.md has its columns) with graph=1. `Names` knows the modules.
/// Hold RuntimeLock.
void tellGraph(Expander &Names);

} // namespace allocsite

#endif
