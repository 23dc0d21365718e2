//===- NameFilter.h - Matches names against globs, once per name ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same name is asked for many times, as it stands in many rows: the answer is cached.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_VIEW_NAMEFILTER_H
#define ALLOCSITE_REPORT_VIEW_NAMEFILTER_H

#include "support/NameTable.h"

#include <string>
#include <vector>

namespace allocsite {

class NameFilter {
public:
  /// \p OfFunctions: a name matches in any of its spellingsOf(). \p AreWhole: \p Globs are
  /// whole names, not patterns. \p Names must outlive this.
  NameFilter(const NameTable &Names, std::vector<std::string> Globs, bool OfFunctions,
             bool AreWhole = false);

  /// True if there are no globs; then no name matches.
  bool isEmpty() const { return Globs.empty(); }
  bool matches(NameId Name);

  /// The names that were asked and match.
  std::vector<NameId> matched() const;

  /// What to print if matches() was asked and no name matched: each glob in quotes, with the
  /// name that was probably meant or some of those that there are. Empty otherwise.
  std::vector<std::string> misses() const;

private:
  enum Answer : char { NotAsked, No, Yes };
  const NameTable &Names;
  std::vector<std::string> Globs;
  bool OfFunctions, AreWhole;
  std::vector<Answer> Answers;
};

} // namespace allocsite

#endif
