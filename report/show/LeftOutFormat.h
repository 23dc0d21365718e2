//===- LeftOutFormat.h - What a view leaves out, for people and programs ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SHOW_LEFTOUTFORMAT_H
#define ALLOCSITE_REPORT_SHOW_LEFTOUTFORMAT_H

#include "Sheet.h"
#include "view/View.h"

namespace allocsite {

/// Sentences on what was not shown.
std::vector<std::string> sentencesOn(const LeftOut &What, const NameTable &Names);

/// The same for the JSON of a sheet, without rows: these are the sheet's to count.
SheetLeftOut leftOutOf(const LeftOut &What, const NameTable &Names);

/// Adds all of \p From but the rows to \p To.
void addNamesTo(SheetLeftOut &To, const SheetLeftOut &From);

} // namespace allocsite

#endif
