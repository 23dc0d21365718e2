//===- CsvCell.h - A name in a file of CSV --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_CSVCELL_H
#define ALLOCSITE_REPORT_SUPPORT_CSVCELL_H

#include <string>
#include <string_view>

namespace allocsite {

/// Adds \p Name in quotes.
inline void addCsvCell(std::string &To, std::string_view Name) {
  To += '"';
  for (size_t Quote; (Quote = Name.find('"')) != Name.npos; Name.remove_prefix(Quote + 1))
    To.append(Name.substr(0, Quote + 1)) += '"';
  To.append(Name) += '"';
}

inline std::string csvCell(std::string_view Name) {
  std::string Cell;
  addCsvCell(Cell, Name);
  return Cell;
}

} // namespace allocsite

#endif
