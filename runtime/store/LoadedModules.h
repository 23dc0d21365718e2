//===- LoadedModules.h - The modules of a process ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One array, in the order of their numbers. All of it under RuntimeLock; pointers into it
// hold until the next addModule().
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_LOADEDMODULES_H
#define ALLOCSITE_RUNTIME_STORE_LOADEDMODULES_H

#include "profile/Decode.h"

namespace allocsite {

/// Ascending in SiteBase and CallBase.
LoadedModule *modules(uint32_t &Count);

/// Room for one more, at the end; null if memory is short.
LoadedModule *addModule();
/// Takes back the one that was added last, which no chain of copies holds.
void dropLastModule();

/// Lets findCopy() find module \p Copy, by its ContentHash.
void chainCopy(uint32_t Copy);
/// A copy made when the same object was loaded before, or null. Its numbers serve both: what
/// they stand for is the same text.
LoadedModule *findCopy(const AllocSiteModule &Module, uint64_t Hash);

} // namespace allocsite

#endif
