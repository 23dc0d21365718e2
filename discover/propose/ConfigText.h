//===- ConfigText.h - Proposals as a configuration file ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   [pool]
//   # certain (98): returns pool.cur, and moves it by parameter 1 (n) bytes; …
//   #   src/pool.c:12, 31 calls in 7 files
//   alloc:pool_alloc shape=pi size=1 arena=0
//
//   # possible (45): returns what malloc gave, of 48 bytes
//   #   src/node.c:30, 1 call in 1 file
//   # wrapper:mk_node
//
// It is in the grammar of docs/allocators.md, to be used as it is.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_PROPOSE_CONFIGTEXT_H
#define ALLOCSITE_DISCOVER_PROPOSE_CONFIGTEXT_H

#include "discover/propose/Proposals.h"

namespace allocsite {

/// Proposals of less than `Least` are comments. Paths are shown from `Top`, the
/// directory that all sources are in.
std::string configText(const Proposals &Made, Certainty Least, const std::string &Top);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_PROPOSE_CONFIGTEXT_H
