//===- Message.h - What the command says on standard output and error -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite: error: app.csv:12: 9 fields where the header names 10
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_MESSAGE_H
#define ALLOCSITE_REPORT_SUPPORT_MESSAGE_H

#include "profile/Expected.h"

#include <string_view>

namespace allocsite {

/// MissingData: a check cannot be made because the profile lacks data.
enum ExitCode : int { Fine = 0, InputProblem = 1, UsageProblem = 2, MissingData = 3 };

void printError(std::string_view What);
void printWarning(std::string_view What);
void printNote(std::string_view What);

/// Prints \p Failure and returns the code to exit with.
ExitCode fail(const Error &Failure);
/// Likewise where there is one; else Fine.
ExitCode finish(const MaybeError &Failure);

/// True if \p Descriptor is a terminal with colour, and NO_COLOR is not set.
bool wantsColour(int Descriptor);

/// The width of standard output: the terminal's, or DefaultColumns.
size_t outputColumns();

constexpr size_t DefaultColumns = 100;

/// Writes all of \p Answer to standard output, or returns an error. It is no error if the
/// reader stops early, as in `| head`.
MaybeError writeAnswer(std::string_view Answer);

} // namespace allocsite

#endif
