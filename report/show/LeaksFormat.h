//===- LeaksFormat.h - Memory live at exit, as rows -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_LEAKSFORMAT_H
#define ALLOCSITE_REPORT_SHOW_LEAKSFORMAT_H

#include "Sheet.h"
#include "findings/Leaks.h"

namespace allocsite {

/// One row for each of the first \p Top leaks; 0: all.
Sheet leaksSheet(const Leaks &Of, const Profile &In, size_t Top);

/// One row for each suppression that has left something out.
Sheet suppressedSheet(const Leaks &Of);

/// `12 blocks with 3.4 KiB are left in 2 chains`
std::string leaksSummary(const Leaks &Of, bool RawBytes);

} // namespace allocsite

#endif
