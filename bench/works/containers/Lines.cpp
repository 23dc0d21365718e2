//===- Lines.cpp - From and to lines of text ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Ledger.h"

#include <charconv>
#include <cstdio>

namespace {
/// The same numbers on every machine.
class Numbers {
public:
  uint32_t below(uint32_t Limit) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return uint32_t((State >> 33) % Limit);
  }

private:
  uint64_t State = 1;
};
} // namespace

static std::string accountName(Numbers &Random) {
  static const char *const Kinds[] = {"cash", "house", "travel expenses",
                                      "insurance of the workshop", "food"};
  std::string Name = Kinds[Random.below(5)];
  Name += "/";
  Name += std::to_string(Random.below(120));
  return Name;
}

static std::string writeLine(Numbers &Random) {
  static const char *const Words[] = {"paid in cash", "late", "to be checked",
                                      "second reminder was sent", "ok"};
  char Date[32];
  std::snprintf(Date, sizeof Date, "20%02u-%02u-%02u", 20 + Random.below(5),
                1 + Random.below(12), 1 + Random.below(28));
  std::string Line = Date;
  Line += ";" + accountName(Random) + ";" + accountName(Random) + ";";
  // One in a hundred is no number.
  Line += Random.below(100) ? std::to_string(Random.below(1000000)) : "?";
  Line += ";";
  for (uint32_t I = 0, N = Random.below(4); I < N; ++I)
    Line += std::string(I ? "," : "") + Words[Random.below(5)];
  return Line;
}

std::vector<std::string> writeLines(size_t Count) {
  Numbers Random;
  std::vector<std::string> Lines;
  for (size_t I = 0; I < Count; ++I)
    Lines.push_back(writeLine(Random));
  return Lines;
}

/// What stands before the next \p Separator, which goes too.
static std::string_view takeField(std::string_view &Rest, char Separator) {
  size_t End = Rest.find(Separator);
  std::string_view Field = Rest.substr(0, End);
  Rest.remove_prefix(End == Rest.npos ? Rest.size() : End + 1);
  return Field;
}

static std::optional<int64_t> parseCents(std::string_view Text) {
  int64_t Cents = 0;
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Cents);
  if (Error != std::errc() || End != Text.data() + Text.size())
    return std::nullopt;
  return Cents;
}

std::optional<Entry> parseEntry(std::string_view Line) {
  Entry E;
  E.Date = takeField(Line, ';');
  E.From = takeField(Line, ';');
  E.To = takeField(Line, ';');
  std::optional<int64_t> Cents = parseCents(takeField(Line, ';'));
  if (!Cents || E.Date.size() != 10)
    return std::nullopt;
  E.Cents = *Cents;
  while (!Line.empty())
    E.Notes.emplace_back(takeField(Line, ','));
  return E;
}
