//===- AdviceFormat.h - Advice on allocating less ---------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_ADVICEFORMAT_H
#define ALLOCSITE_REPORT_SHOW_ADVICEFORMAT_H

#include "Sheet.h"
#include "findings/Advice.h"

namespace allocsite {

/// One row for each of the first \p Top of \p All; 0: all.
Sheet adviceSheet(const std::vector<Advice> &All, const Profile &In, size_t Top);

/// For people: a paragraph for each piece of advice.
std::string adviceText(const std::vector<Advice> &All, const Profile &In, size_t Top,
                       const SheetStyle &Style);

} // namespace allocsite

#endif
