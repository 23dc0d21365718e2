//===- Count.h - Counts allocations that hit no slot ------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_COUNT_H
#define ALLOCSITE_RUNTIME_COUNT_COUNT_H

#include "allocsite/Abi.h"

/// An AllocSiteMissFn. Any thread, at any time, also in signal handlers. Preserves the
/// registers that `preserve_most` does.
extern "C" __attribute__((preserve_most, noinline, used)) void
ALLOCSITE_SYM_MISS(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site);

#endif
