//===- TellThreads.h - The table that says which thread has counted ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELLTHREADS_H
#define ALLOCSITE_RUNTIME_PROCESS_TELLTHREADS_H

#include "profile/Csv.h"

namespace allocsite {

/// Adds the table `threads` with threads=1: the rows of each thread, one behind the other, with
/// its name and number as two more columns. `Names` knows the modules. Hold RuntimeLock.
void tellThreads(Expander &Names, CsvShape Shape);

} // namespace allocsite

#endif
