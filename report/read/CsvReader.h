//===- CsvReader.h - Records of an RFC 4180 CSV file ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   "a, ""b""",-,16⏎      one record, at line 1: [a, "b"] [-] [16]
//   "two⏎lines",-,16⏎     one record, at line 2; the next one is at line 4
//
// Errors are: a quote inside an unquoted cell, anything but a comma after the
// closing quote, a quote that is never closed, and a record of more than
// MaxRecordBytes. Line ends may be LF or CRLF, and the last may be missing;
// blank lines and a byte order mark are skipped.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_CSVREADER_H
#define ALLOCSITE_REPORT_READ_CSVREADER_H

#include "ByteSource.h"
#include "profile/Expected.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace allocsite {

class CsvReader {
public:
  /// \p Source must outlive the reader.
  explicit CsvReader(ByteSource &Source);

  /// Advances to the next record; false at the end of the input. An error's message
  /// does not name the file; it is about line().
  Expected<bool> next();

  /// Cells of the current record, unquoted; valid until next().
  const std::vector<std::string_view> &cells() const { return Cells; }

  /// The raw text of the current record, even if it could not be cut into cells; valid until
  /// next(). Unquoting may have changed quoted cells in place.
  std::string_view record() const {
    return std::string_view(Buffer.data() + Begin, End - Begin);
  }

  /// Line, from 1, on which the current record starts.
  uint64_t line() const { return Line; }

  /// True if the current record is the last and its line end is missing.
  bool isUnterminated() const { return Unterminated; }

  static constexpr size_t MaxRecordBytes = 16 << 20;

private:
  Expected<bool> findRecord();
  MaybeError refill();
  MaybeError split(char *Begin, char *End);

  ByteSource &Source;
  std::vector<char> Buffer;
  size_t Begin = 0;  ///< start of the current record in Buffer
  size_t End = 0;    ///< its end, without the line end
  size_t Next = 0;   ///< start of the record after it
  size_t Filled = 0; ///< bytes in Buffer that are input
  uint64_t Line = 0;
  uint64_t NextLine = 1;
  bool AtEnd = false;
  bool Unterminated = false;
  std::vector<std::string_view> Cells;
};

/// Reads a whole cell as a number from 0 to \p Most; false if it is none.
template <typename Number>
bool readNumber(std::string_view Cell, Number &To,
                Number Most = std::numeric_limits<Number>::max()) {
  const char *End = Cell.data() + Cell.size();
  const auto Read = std::from_chars(Cell.data(), End, To);
  return Read.ec == std::errc() && Read.ptr == End && To >= 0 && To <= Most;
}

} // namespace allocsite

#endif
