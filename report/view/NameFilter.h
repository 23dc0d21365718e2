//===- NameFilter.h - Which names match one of some globs -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is asked as often as it stands in a log, and answered once.
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
  /// \p OfFunctions: names match as spellingsOf() says. \p AreWhole: Globs are names themselves.
  /// \p Names must outlive this.
  NameFilter(const NameTable &Names, std::vector<std::string> Globs, bool OfFunctions,
             bool AreWhole = false);

  /// No globs match nothing.
  bool isEmpty() const { return Globs.empty(); }
  bool matches(NameId Name);

  /// The names that were asked and match.
  std::vector<NameId> matched() const;

  /// Where names were asked and none matched: the globs, each with the name that may have
  /// been meant, fit to be seen.
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
