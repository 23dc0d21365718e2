//===- Budget.cpp - What a program may allocate ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget.h"

#include "Followed.h"
#include "support/DisplayText.h"
#include "support/FunctionName.h"
#include "support/Suggestion.h"
#include "view/ByName.h"
#include "view/Sites.h"
#include "view/View.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <tuple>

using namespace allocsite;

namespace {

const std::vector<std::string> Kinds = {"total", "function", "type",   "allocator",
                                        "site",  "file",     "through"};

struct Word {
  std::string Text;
  bool IsQuoted = false;
};

/// The words of a line, without its comment; nothing if a quote is not closed.
std::optional<std::vector<Word>> wordsOf(std::string_view Line) {
  std::vector<Word> Words;
  for (size_t At = 0; At < Line.size();) {
    if (Line[At] == ' ' || Line[At] == '\t' || Line[At] == '\r') {
      ++At;
    } else if (Line[At] == '#') {
      break;
    } else if (Line[At] == '"' || Line[At] == '\'') {
      const size_t Close = Line.find(Line[At], At + 1);
      if (Close == Line.npos)
        return {};
      Words.push_back({std::string(Line.substr(At + 1, Close - At - 1)), true});
      At = Close + 1;
    } else {
      const size_t End = std::min(Line.find_first_of(" \t\r", At), Line.size());
      Words.push_back({std::string(Line.substr(At, End - At)), false});
      At = End;
    }
  }
  return Words;
}

/// Parses `5%` as 0.05.
std::optional<double> shareOf(const std::string &Text) {
  if (Text.size() < 2 || Text.size() > 12 || Text.back() != '%' ||
      Text.find_first_not_of("0123456789.") != Text.size() - 1)
    return {};
  return std::strtod(Text.c_str(), nullptr) / 100;
}

/// Parses a line. An error does not have the line number.
Expected<BudgetLine> parseLine(const std::vector<Word> &Words) {
  BudgetLine Result;
  size_t At = 0;
  auto expected = [&](const char *What) {
    return Error{fmt::format("expected {}, found {}", What,
                             At < Words.size() ? '"' + displayText(Words[At].Text) + '"'
                                               : "the end of the line")};
  };
  auto isKind = [](const Word &Each) {
    return !Each.IsQuoted && std::find(Kinds.begin(), Kinds.end(), Each.Text) != Kinds.end();
  };
  if (!isKind(Words[0])) {
    Error Failure = expected("total, function, type, allocator, site or file");
    Failure.What += suggestion(Words[0].Text, Kinds);
    return Failure;
  }
  Result.Of = Words[At++].Text;
  if (Result.Of != "total") {
    if (At == Words.size())
      return expected("a glob");
    Result.Glob = Words[At++].Text;
  }
  if (At == Words.size() || Words[At].IsQuoted || Words[At].Text == "<=")
    return expected("a measure, as bytes or calls");
  Result.Measure = Words[At++].Text;
  if (At != Words.size() && Words[At].Text == "growth") {
    Result.IsGrowth = true;
    ++At;
  }
  if (At == Words.size() || Words[At].Text != "<=")
    return expected("<=");
  ++At;
  auto Share = At != Words.size() && Result.IsGrowth ? shareOf(Words[At].Text) : std::nullopt;
  auto Limit =
      At != Words.size() && !Result.IsGrowth ? parseQuantity(Words[At].Text) : std::nullopt;
  if (!Share && !Limit)
    return expected(Result.IsGrowth ? "a growth, as 5%" : "a number, as 12, 64k or 1.5M");
  Result.MostGrowth = Share.value_or(0);
  Result.Limit = Limit.value_or(0);
  if (++At != Words.size() && Words[At].Text == "optional") {
    Result.IsOptional = true;
    ++At;
  }
  if (At != Words.size())
    return expected("the end of the line");
  return Result;
}

/// The measure of a line if it is about live memory, else null.
const MeasureColumn *measureOfBlocks(const BudgetLine &Line) {
  const std::string Word = Line.Measure == "leaked" ? "live-bytes" : Line.Measure;
  for (const MeasureColumn &Each : MeasureColumns)
    if (Each.isOfBlocks() && Each.Word == Word)
      return &Each;
  return nullptr;
}

struct Found {
  uint64_t Value = 0;
  std::string Site, Lacks;
  MeasureUnit Unit = MeasureUnit::Count;
  bool HasRows = false;
};

/// The amount in \p Of that counts for a line on one side, without failed calls. \p IsBelow
/// marks the rows that lie below others (empty: none) and \p Among those that count (null:
/// all).
Expected<Found> foundOf(const BudgetLine &Line, const Profile &Of,
                        const std::vector<bool> &IsBelow, unsigned Side = 0,
                        const std::vector<bool> *Among = nullptr) {
  Found Result;
  auto Column = columnNamed(Of, Line.Measure);
  if (!Column) {
    const MeasureColumn *Its = measureOfBlocks(Line);
    if (!Its)
      return Column.error();
    Result.Lacks = noColumn(*Its);
    Result.HasRows = true;
    return Result;
  }
  Where Asked;
  if (Line.Of != "total")
    Asked.requireAny(Line.Of, {Line.Glob});
  std::vector<std::string> Misses;
  auto Selected = Asked.select(Of, Misses);
  if (!Selected)
    return Selected.error();
  std::map<NameId, uint64_t> BySite;
  const MeasureMerge Merge = Of.columns()[*Column].Merge;
  Result.Unit = Of.columns()[*Column].Unit;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
    const bool IsShown = Line.Of == "allocator" || IsBelow.empty() || !IsBelow[Row];
    (*Selected)[Row] =
        (*Selected)[Row] && IsShown && !Of.row(Row).IsFailed && (!Among || (*Among)[Row]);
    if (!(*Selected)[Row])
      continue;
    Result.HasRows = true;
    const uint64_t Value = Of.value(Row, *Column, Side);
    Result.Value = merged(Merge, Result.Value, Value);
    uint64_t &Sum = BySite[Of.row(Row).Site];
    Sum = merged(Merge, Sum, Value);
  }
  if (Of.columns()[*Column].OfBlocks && Result.HasRows)
    Result.Lacks = lackOf(Of, *Selected, Side).Cause;
  uint64_t Most = 0;
  for (auto [Site, Sum] : BySite)
    if (Site != NoName && Sum > Most) {
      Most = Sum;
      Result.Site = Of.Names[Site];
    }
  return Result;
}

/// For each row, whether its memory is part of another row's: for allocated and for live
/// memory.
struct LowerRows {
  std::vector<bool> Allocated, Live;

  explicit LowerRows(const Profile &Of)
      : Allocated(rowsBelow(Of, {})), Live(rowsBelow(Of, Of.column(Measure::Live))) {}
  const std::vector<bool> &of(const BudgetLine &Line) const {
    return measureOfBlocks(Line) ? Live : Allocated;
  }
};

/// A quoted glob that matches exactly \p Name; "" if it cannot be written.
std::string quoted(const std::string &Name) {
  if (Name.find_first_of("\n\r") != Name.npos)
    return "";
  const char Quote = Name.find('"') == Name.npos ? '"' : '\'';
  return Name.find(Quote) == Name.npos ? Quote + Name + Quote : "";
}

} // namespace

Expected<std::vector<BudgetLine>> allocsite::parseBudget(std::string_view Text) {
  std::vector<BudgetLine> Lines;
  uint32_t Number = 0;
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End = std::min(Text.find('\n', Begin), Text.size());
    ++Number;
    auto Words = wordsOf(Text.substr(Begin, End - Begin));
    Begin = End + 1;
    if (!Words)
      return Error{fmt::format("{}: a quote is never closed", Number)};
    if (Words->empty())
      continue;
    auto Line = parseLine(*Words);
    if (!Line)
      return Error{fmt::format("{}: {}", Number, Line.error().What)};
    Line->Line = Number;
    Lines.push_back(std::move(*Line));
  }
  return Lines;
}

Expected<BudgetLine> allocsite::parseGrowthLimit(std::string_view Text) {
  auto Words = wordsOf(Text);
  if (!Words || Words->empty())
    return Error{"expected a limit, as bytes > 5%"};
  if (Words->front().IsQuoted ||
      std::find(Kinds.begin(), Kinds.end(), Words->front().Text) == Kinds.end())
    Words->insert(Words->begin(), {"total"});
  for (size_t At = 0; At != Words->size(); ++At)
    if (!(*Words)[At].IsQuoted && (*Words)[At].Text == ">") {
      (*Words)[At].Text = "<=";
      Words->insert(Words->begin() + At, {"growth"});
      auto Line = parseLine(*Words);
      if (Line && Line->IsOptional)
        return Error{"expected the end of the limit, found \"optional\""};
      return Line;
    }
  return Error{"expected >, as in bytes > 5%"};
}

/// \p Before is the baseline of a line about growth, else null.
static BudgetUse makeUse(const BudgetLine &Line, const Found &Now, const Found *Before) {
  BudgetUse Use;
  Use.Of = &Line;
  Use.Value = Now.Value;
  Use.Unit = Now.Unit;
  Use.IsExceeded = Now.Value > Line.Limit;
  Use.Lacks = Now.Lacks;
  Use.IsFound = Now.HasRows;
  Use.Site = Now.Site;
  if (!Before)
    return Use;
  Use.Baseline = Before->Value;
  Use.IsFound |= Before->HasRows;
  Use.IsExceeded = double(Now.Value) > double(Before->Value) * (1 + Line.MostGrowth);
  if (!Before->Lacks.empty()) {
    Use.Lacks = "before: " + Before->Lacks;
    Use.IsExceeded = false;
  }
  return Use;
}

Expected<std::vector<BudgetUse>> allocsite::growthBetween(const std::vector<BudgetLine> &Lines,
                                                          const Profile &Both,
                                                          const std::vector<bool> &Among) {
  std::vector<BudgetUse> Uses;
  const LowerRows Below(Both);
  for (const BudgetLine &Line : Lines) {
    auto Before = foundOf(Line, Both, Below.of(Line), 0, &Among);
    auto Now = foundOf(Line, Both, Below.of(Line), 1, &Among);
    if (!Before)
      return Before.error();
    if (!Now)
      return Now.error();
    Uses.push_back(makeUse(Line, *Now, &*Before));
  }
  return Uses;
}

Expected<std::vector<BudgetUse>> allocsite::useOf(const std::vector<BudgetLine> &Lines,
                                                  const Profile &Of, const Profile *Baseline) {
  std::vector<BudgetUse> Uses;
  const LowerRows Below(Of);
  std::optional<LowerRows> BelowBefore;
  if (Baseline)
    BelowBefore.emplace(*Baseline);
  for (const BudgetLine &Line : Lines) {
    auto Now = foundOf(Line, Of, Below.of(Line));
    if (!Now)
      return Error{fmt::format("{}: {}", Line.Line, Now.error().What)};
    if (!Line.IsGrowth) {
      Uses.push_back(makeUse(Line, *Now, nullptr));
      continue;
    }
    if (!Baseline)
      return Error{
          fmt::format("{}: growth needs a profile to compare with (--baseline)", Line.Line)};
    auto Before = foundOf(Line, *Baseline, BelowBefore->of(Line));
    if (!Before)
      return Error{fmt::format("{}: {}", Line.Line, Before.error().What)};
    Uses.push_back(makeUse(Line, *Now, &*Before));
  }
  return Uses;
}

Expected<std::string> allocsite::budgetFor(Profile &Of, double Slack) {
  std::string Text =
      fmt::format("# What the program may allocate: {:g} % more than it did.\n", Slack * 100);
  auto Bytes = columnNamed(Of, Measure::Bytes);
  if (!Bytes)
    return Bytes.error();
  std::optional<LowerRows> Below(Of);
  auto add = [&](const std::string &What, const std::string &Measure) -> MaybeError {
    auto Line = parseBudget(What + ' ' + Measure + " <= 0");
    if (!Line)
      return Line.error();
    auto Now = foundOf((*Line)[0], Of, Below->of((*Line)[0]));
    if (!Now)
      return Now.error();
    Text += fmt::format("{} {} <= {}\n", What, Measure,
                        uint64_t(std::min(double(Now->Value) * (1 + Slack), 9.2e18)));
    return {};
  };
  std::map<std::string, uint64_t> Allocators;
  for (RowId Row = 0; Row != Of.rowCount(); ++Row)
    if (!Of.row(Row).IsFailed)
      Allocators[std::string(Of.Names[Of.row(Row).Allocator])] += 1;
  std::vector<std::string> What;
  for (const auto &[Name, Rows] : Allocators)
    if (std::string Glob = quoted(Name); !Glob.empty())
      What.push_back("allocator " + Glob);
  for (const std::string &Each : What)
    for (const char *Measure : {"bytes", "calls"})
      if (auto Failure = add(Each, Measure))
        return *Failure;
  for (const char *Measure : {"bytes", "calls"})
    if (auto Failure = add("total", Measure))
      return *Failure;
  if (auto Left = leaveShownRows(Of, {}); !Left)
    return Left.error();
  Below.emplace(Of);
  // Sort functions by self values: by inclusive ones their callers would repeat them.
  std::vector<NamedSum> Functions = byFunction(Of, 0, *Bytes);
  std::sort(Functions.begin(), Functions.end(), [&](const auto &A, const auto &B) {
    return std::tie(B.Self[*Bytes], A.Name) < std::tie(A.Self[*Bytes], B.Name);
  });
  constexpr size_t MostFunctions = 10;
  Functions.resize(std::min(Functions.size(), MostFunctions));
  for (const NamedSum &Each : Functions)
    if (std::string Glob = quoted(bareFunctionName(Each.Name));
        !Glob.empty() && Each.Self[*Bytes] && Each.Name != "-")
      if (auto Failure = add("function " + Glob, "bytes"))
        return *Failure;
  return Text;
}
