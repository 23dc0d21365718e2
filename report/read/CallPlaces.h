//===- CallPlaces.h - Reads where functions are called --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the log             "grow","makeList",…
//   its table `places`  "grow","makeList","lp.c:41:9",3
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_CALLPLACES_H
#define ALLOCSITE_REPORT_READ_CALLPLACES_H

#include "ByteSource.h"
#include "LogTables.h"
#include "model/CallPlaces.h"

namespace allocsite {

/// Adds those that \p Lines tells; what is damaged says nothing.
void readCallPlaces(ByteSource &Lines, NameTable &Names, CallPlaces &To);
/// The same of the table of a log, where there is one. A companion that cannot be read is warned
/// of: it is the first of these tables.
void readCallPlaces(LogTables &Of, NameTable &Names, CallPlaces &To);

} // namespace allocsite

#endif
