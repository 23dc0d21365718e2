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

/// What `allocsite recover` does with the profile \p Path: the log of this moment goes to
/// \p Output, and what lies beside a log beside it; empty: to standard output alone.
ExitCode recoverLog(const std::string &Path, const std::string &Output);

} // namespace allocsite

#endif
