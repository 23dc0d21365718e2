//===- RecoverLog.h - Writes the log of a profile ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_RECOVERLOG_H
#define ALLOCSITE_REPORT_COMMANDS_RECOVERLOG_H

#include "support/Message.h"

#include <string>

namespace allocsite {

/// Does what `allocsite recover` does with the profile \p Path: writes the log of this moment
/// to \p Output, and the other files of a log beside it. If \p Output is empty, writes only
/// the log, to standard output.
ExitCode recoverLog(const std::string &Path, const std::string &Output);

} // namespace allocsite

#endif
