//===- Dump.h - From counters to a file -------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_DUMP_H
#define ALLOCSITE_RUNTIME_PROCESS_DUMP_H

#include "allocsite/Abi.h"
#include "profile/ChainReport.h"
#include "store/RunFacts.h"

extern "C" void ALLOCSITE_SYM_FLUSH(uint32_t How, int32_t Status);

namespace allocsite {

/// Writes the CSV if this process has counted something since it was last
/// written, and a first time even if it counted nothing, unless it was forked. `By`: why.
/// Any thread; leaves errno alone.
void dump(const RunEnd &By);

enum class DumpFile {
  Named,   ///< replaces an earlier file, unless Template has %n
  Passing, ///< the same; its companion says that the file is removed one day
  Numbered ///< a passing one that replaces no file (EEXIST)
};

/// Writes a log of what was counted so far to a file of its own (for
/// Template see OutputFile.h); the program goes on. Returns 0 or an errno value. Any thread, signal handlers
/// included; leaves errno alone.
int dumpTo(const char *Template, DumpFile Its = DumpFile::Named);

/// The same, to the files of dump-path=, of which the last dump-most= are kept. A message says
/// which, or what failed.
void dumpNumbered();
/// In a forked child: its files are others. Hold RuntimeLock.
void forgetNumberedDumps();

/// Writes a table of what was counted so far. Returns 0 or an errno value. The same.
int writeReport(ReportStyle Style, unsigned Depth, uint64_t MinBytes, int Descriptor);

/// In a forked child: the next dump makes a file of its own. Hold RuntimeLock.
void forgetDump();

} // namespace allocsite

#endif
