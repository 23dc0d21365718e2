//===- MarkRange.h - What was counted between two marks ---------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv@loaded..saved   from the mark "loaded" to the mark "saved"
//   app.csv@loaded..        to the end
//   app.csv@..request#3     from the start to the third mark "request"
//
// The rows are those of the table `marks`, which the program has left with its log: first
// the rows that lead to the first mark, then those of the second. A name without a number is
// its first mark; at the end of a range, the first one behind its beginning.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_MARKRANGE_H
#define ALLOCSITE_REPORT_READ_MARKRANGE_H

#include "profile/Expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

struct MarkRange {
  std::string From, To; ///< empty: the start, the end

  bool isEmpty() const { return From.empty() && To.empty(); }
};

struct MarkedFile {
  std::string File;
  MarkRange Range;
};

/// The file and its range, where \p Named has one. A file that is there is meant as it is
/// called. In a name of a mark \ escapes ., @ and itself.
MarkedFile splitMarks(const std::string &Named);

/// The inverse of splitMarks(): \p File as a user names it with \p Range.
std::string withMarks(const std::string &File, const MarkRange &Range);

/// Tells which rows lie within a range; rows must come in the order of the file.
class MarkWindow {
public:
  explicit MarkWindow(const MarkRange &Range);

  /// Whether the next row is within the range; takes the name and time of its mark.
  bool includes(std::string_view Mark, std::string_view Seconds);
  /// An error if a mark of the range was not found, or its end does not follow its beginning.
  MaybeError finish() const;

private:
  /// The mark that begins or ends the range.
  struct Wanted {
    std::string Name;    ///< empty: the start or end of the run
    std::string Whole;   ///< name with `#number`: a mark may really be called that
    unsigned Number = 0; ///< which mark of that name, from 1; 0: the first possible one
    unsigned Met = 0;
    bool IsFound = false;

    explicit Wanted(const std::string &Text);
    bool isMet(std::string_view Mark, bool MayBe);
  };
  Wanted From, To;
  std::string Mark, Seconds;      ///< of the previous row
  std::vector<std::string> Known; ///< names, each once
  bool IsWithin;
  bool EndsFrom = false, EndsTo = false; ///< the current rows end at From, at To
};

} // namespace allocsite

#endif
