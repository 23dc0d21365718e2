//===- Describe.h - Names for a program that asks ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_DESCRIBE_H
#define ALLOCSITE_RUNTIME_PROCESS_DESCRIBE_H

#include "allocsite/Abi.h"
#include "profile/Text.h"

extern "C" int ALLOCSITE_SYM_DESCRIBE(uint64_t Site, uint64_t Context, allocsite_names *Names);

namespace allocsite {

/// As allocsite_describe() of allocsite/allocsite.h. Any thread; leaves errno alone.
int describe(uint64_t Site, uint64_t Context, allocsite_names *Names);

/// Whether a site is one of that allocator, by the name that profiles have. False of one
/// that is not known. Hold RuntimeLock.
bool isOfAllocator(uint64_t Site, uint64_t Context, TextRef Name);

/// Expansion::siteHash() of a site; 0 if memory is short. Hold RuntimeLock.
uint64_t hashOfSite(uint64_t Site, uint64_t Context);

/// Whether a site is of an arena. False of one that is not known. Hold RuntimeLock.
bool isOfArena(uint64_t Site, uint64_t Context);

} // namespace allocsite

#endif
