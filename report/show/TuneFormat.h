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

/// iso_alloc_target_config.h, to be included at the end of IsoAlloc's include/conf.h: the
/// zones made at start-up, the smallest chunk, and the size from which a block has its own
/// zone.
std::string isoAllocHeader(const HeapSizes &Of);

/// For other allocators: each size, and each size class.
std::string sizesJson(const HeapSizes &Of);

} // namespace allocsite

#endif
