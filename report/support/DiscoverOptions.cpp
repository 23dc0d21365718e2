//===- DiscoverOptions.cpp - What a run of discover is asked for ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiscoverOptions.h"

namespace allocsite {

namespace {

struct OneValue {
  const char *Name;
  std::string DiscoverOptions::*Member;
};
constexpr OneValue OneValues[] = {
    {"database", &DiscoverOptions::Database},   {"output", &DiscoverOptions::Output},
    {"certainty", &DiscoverOptions::Certainty}, {"known", &DiscoverOptions::Known},
    {"jobs", &DiscoverOptions::Jobs},
};

struct ManyValues {
  const char *Name;
  std::vector<std::string> DiscoverOptions::*Member;
};
constexpr ManyValues ManyValuesOf[] = {
    {"source", &DiscoverOptions::Sources},
    {"config", &DiscoverOptions::Configs},
};

} // namespace

std::vector<std::string> asWords(const DiscoverOptions &Options) {
  std::vector<std::string> Words;
  for (const OneValue &Each : OneValues)
    Words.push_back(std::string(Each.Name) + '=' + Options.*Each.Member);
  for (const ManyValues &Each : ManyValuesOf)
    for (const std::string &Value : Options.*Each.Member)
      Words.push_back(std::string(Each.Name) + '=' + Value);
  return Words;
}

static bool readWord(const std::string &Word, DiscoverOptions &To) {
  size_t Equals = Word.find('=');
  if (Equals == std::string::npos)
    return false;
  std::string Name = Word.substr(0, Equals), Value = Word.substr(Equals + 1);
  for (const OneValue &Each : OneValues)
    if (Name == Each.Name) {
      To.*Each.Member = Value;
      return true;
    }
  for (const ManyValues &Each : ManyValuesOf)
    if (Name == Each.Name) {
      (To.*Each.Member).push_back(Value);
      return true;
    }
  return false;
}

std::optional<DiscoverOptions> fromWords(const std::vector<std::string> &Words) {
  DiscoverOptions Options;
  for (const std::string &Word : Words)
    if (!readWord(Word, Options))
      return std::nullopt;
  return Options;
}

} // namespace allocsite
