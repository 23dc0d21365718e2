//===- TellLive.h - A line on what is alive ---------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELLLIVE_H
#define ALLOCSITE_RUNTIME_PROCESS_TELLLIVE_H

#include "profile/ArenaTally.h"
#include "profile/Csv.h"

namespace allocsite {

/// Says what is alive now, what the peak was, and what was not seen; nothing where the heap
/// is not followed. `Counted`: of the log. Hold RuntimeLock.
void tellLive(const CsvTable::Sums &Counted);
/// Says what arenas hold.
void tellArenas(const ArenaTally &All);

} // namespace allocsite

#endif
