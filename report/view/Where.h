//===- Where.h - Which rows a person asks for -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   type ~ "Node*" and bytes > 1M and not (file = "main.c" or function ~ "test*")
//
//   condition   names: function (any of the chain), caller (any but the first), allocator,
//               type, site, file, module (any of the chain), process and thread ("app [4711]",
//               or "app"), with =, !=, ~ (glob) and !~
//               numbers: size (of one allocation), and any measure, as calls and bytes, of
//               all that the site of the row has counted, with =, !=, <, <=, >, >=
//   value       "text" or 'text', or a word without quotes; 12, 1.5k, 64KiB, 1M, 2G: units
//               are powers of 1,024
//   and, or, not, ( ) in the usual order
//
// Text becomes a tree of conditions; the numbers of sites are summed once for each column.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_WHERE_H
#define ALLOCSITE_REPORT_VIEW_WHERE_H

#include "model/Profile.h"
#include "profile/Expected.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace allocsite {

/// A part of the tree.
struct Condition {
  enum class Kind { And, Or, Not, Glob, Equal, Number };
  enum class Order { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
  Kind Is;
  std::vector<Condition> Parts; ///< of And, Or, Not
  std::string Field;            ///< of the others
  std::string Text;             ///< of Glob, Equal
  Order By = Order::Equal;      ///< of Number
  uint64_t Value = 0;           ///< of Number
};

class Where {
public:
  /// An error names the column of \p Text, what was expected there, and what was found.
  static Expected<Where> parse(std::string_view Text);

  bool isEmpty() const { return All.empty(); }

  /// Adds a condition: rows have to meet all of them.
  void require(Condition More) { All.push_back(std::move(More)); }
  void require(Where More);
  /// Requires that \p Field matches one of \p Globs; does nothing if there are none.
  void requireAny(const std::string &Field, const std::vector<std::string> &Globs);

  /// The parts of row keys that a profile has to keep for select().
  KeptKeys keys() const;

  /// For each row of \p Of, whether it meets all conditions; a numeric condition is met if it
  /// holds on any side. An error names an unknown field, or begins with the field that no
  /// profile tells, as "module: …". Adds to \p Misses a sentence for each
  /// glob and name that no row has.
  Expected<std::vector<bool>> select(const Profile &Of,
                                     std::vector<std::string> &Misses) const;

private:
  std::vector<Condition> All;
};

/// Parses bytes or a count: `1.5k`, `64KiB`, `12`. Nothing if \p Text is no quantity.
std::optional<uint64_t> parseQuantity(std::string_view Text);

/// The column named so, or an error that lists the columns. `leaked` is an alias of
/// live-bytes.
Expected<ColumnId> columnNamed(const Profile &Of, const std::string &Named);
Expected<ColumnId> columnNamed(const Profile &Of, Measure Named);

} // namespace allocsite

#endif
