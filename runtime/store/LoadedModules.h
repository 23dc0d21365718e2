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

/// Adds one at the end, of the program or library at Path (null: not known), which its build id
/// follows (KeptPath.h), without numbers; null if memory is short.
LoadedModule *addModule(const AllocSiteModule &Tables, const char *Path, size_t BuildIdBytes);
/// Gives the last one its numbers.
void giveNumbers(LoadedModule &Last);
/// Takes back the one that was added last, which has no numbers and is in no chain of copies.
void dropLastModule();

/// Lets findCopy() find module \p Copy, by its ContentHash.
void chainCopy(uint32_t Copy);
/// A copy made when the same object was loaded before, or null. Its numbers serve both: what
/// they stand for is the same text.
LoadedModule *findCopy(const AllocSiteModule &Module, uint64_t Hash);

} // namespace allocsite

#endif
