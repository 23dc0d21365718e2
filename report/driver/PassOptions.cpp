//===- PassOptions.cpp - Takes ALLOCSITE_PASS_OPTIONS apart -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassOptions.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace allocsite;
namespace fs = std::filesystem;

static bool isOfFiles(std::string_view Key) { return Key == "config" || Key == "leaves"; }

static std::vector<std::string> partsOf(std::string_view List) {
  std::vector<std::string> Parts;
  for (size_t At = 0, End; At < List.size(); At = End + 1) {
    End = std::min(List.find(',', At), List.size());
    if (End != At)
      Parts.emplace_back(List.substr(At, End - At));
  }
  return Parts;
}

PassOptions::PassOptions(std::string_view Text) {
  while (!Text.empty()) {
    const std::string_view From = Text;
    size_t End = std::min(Text.find_first_of("=:"), Text.size());
    std::string Key(Text.substr(0, End)), Value;
    Text.remove_prefix(End);
    if (!Text.empty() && Text.front() == '=') {
      Text.remove_prefix(1);
      const char Quote = Text.empty() ? 0 : Text.front();
      const bool IsQuoted = Quote == '"' || Quote == '\'';
      End = IsQuoted ? Text.find(Quote, 1) : std::min(Text.find(':'), Text.size());
      const size_t Next = End + IsQuoted;
      if (End == Text.npos || (Next < Text.size() && Text[Next] != ':')) {
        Rest = From;
        return;
      }
      Value = Text.substr(IsQuoted, End - IsQuoted);
      Text.remove_prefix(Next);
    }
    if (!Text.empty())
      Text.remove_prefix(1);
    Pairs.emplace_back(std::move(Key), std::move(Value));
  }
}

PassOptions PassOptions::ofEnvironment() {
  const char *Given = std::getenv("ALLOCSITE_PASS_OPTIONS");
  return PassOptions(Given ? Given : "");
}

std::string PassOptions::operator[](std::string_view Key) const {
  std::string Last;
  for (const auto &[Each, Value] : Pairs)
    if (Each == Key)
      Last = Value;
  return Last;
}

std::vector<std::string> PassOptions::files() const {
  std::vector<std::string> Files;
  for (const auto &[Key, Value] : Pairs)
    if (isOfFiles(Key))
      for (const std::string &Each : partsOf(Value))
        Files.push_back(Each);
  return Files;
}

void PassOptions::remove(std::string_view Key) {
  Pairs.erase(std::remove_if(Pairs.begin(), Pairs.end(),
                             [&](const auto &Each) { return Each.first == Key; }),
              Pairs.end());
}

void PassOptions::add(std::string Key, std::string Value) {
  Pairs.emplace_back(std::move(Key), std::move(Value));
}

void PassOptions::makePathsAbsolute() {
  std::error_code Failure;
  for (auto &[Key, Value] : Pairs) {
    if (!isOfFiles(Key))
      continue;
    std::string Absolute;
    for (const std::string &Each : partsOf(Value)) {
      const bool IsThere = fs::exists(Each, Failure);
      Absolute += Absolute.empty() ? "" : ",";
      Absolute += IsThere ? fs::absolute(Each, Failure).string() : Each;
    }
    Value = Absolute;
  }
}

std::string PassOptions::text() const {
  std::string Text;
  for (const auto &[Key, Value] : Pairs) {
    const char Quote = Value.find('\'') == Value.npos ? '\'' : '"';
    const bool NeedsQuote = Value.find_first_of(":'\"") != Value.npos;
    Text += (Text.empty() ? "" : ":") + Key + '=';
    Text += NeedsQuote ? Quote + Value + Quote : Value;
  }
  return Rest.empty() ? Text : Text.empty() ? Rest : Text + ':' + Rest;
}
