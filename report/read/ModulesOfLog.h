//===- ModulesOfLog.h - Reads which libraries functions are of ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the log              "parse","main",…
//   its table `modules`  "parse","/usr/lib/libparse.so"   of which program or library each is
//
// The runtime writes it if more than one module is compiled with the pass.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_MODULESOFLOG_H
#define ALLOCSITE_REPORT_READ_MODULESOFLOG_H

#include "ByteSource.h"
#include "LogTables.h"
#include "model/Profile.h"

namespace allocsite {

/// Adds those that \p Lines tells to Profile::Modules; what is damaged says nothing.
void readModules(ByteSource &Lines, Profile &To);
/// The same of the table of a log, where there is one.
void readModules(LogTables &Of, Profile &To);

} // namespace allocsite

#endif
