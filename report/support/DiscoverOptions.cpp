//===- DiscoverOptions.cpp - What a run of discover is asked for ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiscoverOptions.h"

#include <type_traits>

namespace allocsite {

/// Hands \p Visit the name of each option, and where its value or values are.
template <typename OptionsT, typename VisitT>
static void forEachOption(OptionsT &Of, VisitT Visit) {
  Visit("database", Of.Database);
  Visit("output", Of.Output);
  Visit("certainty", Of.Certainty);
  Visit("known", Of.Known);
  Visit("jobs", Of.Jobs);
  Visit("source", Of.Sources);
  Visit("config", Of.Configs);
}

std::vector<std::string> asWords(const DiscoverOptions &Options) {
  std::vector<std::string> Words;
  forEachOption(Options, [&](const std::string &Name, const auto &Its) {
    if constexpr (std::is_same_v<decltype(Its), const std::string &>)
      Words.push_back(Name + '=' + Its);
    else
      for (const std::string &Value : Its)
        Words.push_back(Name + '=' + Value);
  });
  return Words;
}

std::optional<DiscoverOptions> fromWords(const std::vector<std::string> &Words) {
  DiscoverOptions Options;
  for (const std::string &Word : Words) {
    const size_t Equals = Word.find('=');
    bool IsKnown = false;
    forEachOption(Options, [&](const std::string &Name, auto &Its) {
      if (Equals == Word.npos || Word.compare(0, Equals, Name) != 0)
        return;
      IsKnown = true;
      if constexpr (std::is_same_v<decltype(Its), std::string &>)
        Its = Word.substr(Equals + 1);
      else
        Its.push_back(Word.substr(Equals + 1));
    });
    if (!IsKnown)
      return std::nullopt;
  }
  return Options;
}

} // namespace allocsite
