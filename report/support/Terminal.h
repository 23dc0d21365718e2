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

/// Whether \p Descriptor is a terminal that takes colour; NO_COLOR is heeded.
bool wantsColour(int Descriptor);

/// Columns of standard output: the terminal's, or DefaultColumns.
size_t outputColumns();

constexpr size_t DefaultColumns = 100;

/// Writes \p Answer to standard output, whole or with an error. It is none where nobody reads
/// on, as behind `| head`.
MaybeError writeAnswer(std::string_view Answer);

} // namespace allocsite

#endif
