//===- Terminal.h - The standard output and its terminal ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_REPORT_SUPPORT_TERMINAL_H
#define ALLOCSITE_REPORT_SUPPORT_TERMINAL_H

#include "profile/Expected.h"

#include <string_view>

namespace allocsite {

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
