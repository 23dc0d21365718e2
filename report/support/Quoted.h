//===- Quoted.h - Names in quotes, as cells of CSV and texts of JSON ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_QUOTED_H
#define ALLOCSITE_REPORT_SUPPORT_QUOTED_H

#include <fmt/format.h>
#include <iterator>
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

/// \p Text, which must be UTF-8, in quotes and escaped.
inline std::string jsonString(std::string_view Text) {
  std::string Quoted = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      (Quoted += '\\') += C;
    else if (static_cast<unsigned char>(C) < 0x20)
      fmt::format_to(std::back_inserter(Quoted), "\\u{:04x}", unsigned(C));
    else
      Quoted += C;
  }
  return Quoted += '"';
}

} // namespace allocsite

#endif
