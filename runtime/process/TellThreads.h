//===- TellThreads.h - The file that says which thread has counted ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_TELLTHREADS_H
#define ALLOCSITE_RUNTIME_PROCESS_TELLTHREADS_H

#include "profile/Csv.h"

namespace allocsite {

/// Writes LOG.threads.csv beside the log: the rows of each thread, one behind the other, with its
/// name and number as two more columns. Without threads=1 it removes that of an earlier run.
/// `Names` knows the modules. Hold RuntimeLock.
void tellThreads(Expander &Names, CsvShape Shape);

} // namespace allocsite

#endif
