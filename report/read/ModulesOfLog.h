//===- ModulesOfLog.h - Reads which libraries functions are of ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv           "parse","main",…               the log
//   app.modules.csv   "parse","/usr/lib/libparse.so" the program or library of each function
//
// The runtime writes it if more than one module is compiled with the pass.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_MODULESOFLOG_H
#define ALLOCSITE_REPORT_READ_MODULESOFLOG_H

#include "ByteSource.h"
#include "model/Profile.h"

#include <string>

namespace allocsite {

/// The path of the file of modules beside \p Log, whether or not it exists.
std::string modulesBeside(const std::string &Log);

/// Adds the modules in \p Lines to Profile::Modules; skips damaged lines.
void readModules(ByteSource &Lines, Profile &To);
/// Reads the file beside \p Log, if there is one.
void readModulesBeside(const std::string &Log, Profile &To);

} // namespace allocsite

#endif
