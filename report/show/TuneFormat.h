//===- TuneFormat.h - Size classes for an allocator -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_TUNEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_TUNEFORMAT_H

#include "findings/HeapSizes.h"

#include <string>

namespace allocsite {

/// iso_alloc_target_config.h, for the end of IsoAlloc's include/conf.h: which zones it makes at
/// start-up, the smallest chunk, and from where on a block has a zone of its own.
std::string isoAllocHeader(const HeapSizes &Of);

/// For the makers of other allocators: each size, and each class of sizes.
std::string sizesJson(const HeapSizes &Of);

} // namespace allocsite

#endif
