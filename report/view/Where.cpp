//===- Where.cpp - Which rows a person asks for ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Where.h"

#include "ByName.h"
#include "NameFilter.h"
#include "Sites.h"
#include "support/DisplayText.h"
#include "support/FunctionName.h"
#include "support/Suggestion.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <map>

using namespace allocsite;

namespace {

using Kind = Condition::Kind;
using Order = Condition::Order;

constexpr const char *NameFields[] = {"function", "caller", "allocator", "type",    "site",
                                      "through",  "file",   "module",    "process", "thread"};

bool isNameField(std::string_view Word) {
  return std::find(std::begin(NameFields), std::end(NameFields), Word) != std::end(NameFields);
}

//===----------------------------------------------------------------------===//
// From text to conditions
//===----------------------------------------------------------------------===//

struct Token {
  enum Type { Word, Quoted, Sign, End } Is = End;
  std::string Text;
  size_t Column = 1; ///< from 1
};

class Parser {
public:
  explicit Parser(std::string_view Text) : Text(Text) {}

  Expected<Condition> parse() {
    if (auto Failure = next())
      return *Failure;
    auto Whole = disjunction();
    if (Whole && Now.Is != Token::End)
      return expected("and, or, or the end");
    return Whole;
  }

private:
  static bool isWordByte(char C) { return !std::strchr(" \t\n()=!~<>\"'", C); }

  MaybeError next() {
    while (At != Text.size() && std::strchr(" \t\n", Text[At]))
      ++At;
    Now = {Token::End, "", At + 1};
    if (At == Text.size())
      return {};
    const char First = Text[At];
    if (First == '"' || First == '\'') {
      const size_t Close = Text.find(First, At + 1);
      if (Close == Text.npos)
        return Error{fmt::format("column {}: the quote is never closed", At + 1)};
      Now = {Token::Quoted, std::string(Text.substr(At + 1, Close - At - 1)), At + 1};
      At = Close + 1;
      return {};
    }
    size_t Length = 0;
    if (isWordByte(First))
      while (At + Length != Text.size() && isWordByte(Text[At + Length]))
        ++Length;
    else
      Length = Text.substr(At, 2) == "!=" || Text.substr(At, 2) == "!~" ||
                       Text.substr(At, 2) == "<=" || Text.substr(At, 2) == ">=" ||
                       Text.substr(At, 2) == "=="
                   ? 2
                   : 1;
    Now = {isWordByte(First) ? Token::Word : Token::Sign, std::string(Text.substr(At, Length)),
           At + 1};
    At += Length;
    return {};
  }

  Error expected(std::string_view What) const {
    return {fmt::format("column {}: expected {}, found {}", Now.Column, What,
                        Now.Is == Token::End
                            ? "the end"
                            : '"' + shortenMiddle(displayText(Now.Text), 40) + '"')};
  }

  bool isWord(std::string_view Word) const {
    return Now.Is == Token::Word && Now.Text == Word;
  }
  bool isSign(std::string_view Sign) const {
    return Now.Is == Token::Sign && Now.Text == Sign;
  }

  Expected<Condition> several(const char *Between, Kind Is,
                              Expected<Condition> (Parser::*Part)()) {
    auto First = (this->*Part)();
    if (!First || !isWord(Between))
      return First;
    Condition Both{Is, {}, {}, {}};
    Both.Parts.push_back(std::move(*First));
    while (isWord(Between)) {
      if (auto Failure = next())
        return *Failure;
      auto More = (this->*Part)();
      if (!More)
        return More;
      Both.Parts.push_back(std::move(*More));
    }
    return Both;
  }

  Expected<Condition> disjunction() { return several("or", Kind::Or, &Parser::conjunction); }
  Expected<Condition> conjunction() { return several("and", Kind::And, &Parser::negation); }

  Expected<Condition> negation() {
    constexpr unsigned MostDepth = 200;
    if (Depth == MostDepth)
      return Error{fmt::format("column {}: more than {} conditions in one another", Now.Column,
                               MostDepth)};
    ++Depth;
    auto Result = term();
    --Depth;
    return Result;
  }

  Expected<Condition> term() {
    if (isWord("not")) {
      if (auto Failure = next())
        return *Failure;
      auto Part = negation();
      if (!Part)
        return Part;
      return negated(std::move(*Part));
    }
    if (isSign("(")) {
      if (auto Failure = next())
        return *Failure;
      auto Part = disjunction();
      if (!Part)
        return Part;
      if (!isSign(")"))
        return expected("and, or, or )");
      if (auto Failure = next())
        return *Failure;
      return Part;
    }
    return comparison();
  }

  static Condition negated(Condition Part) {
    Condition Not{Kind::Not, {}, {}, {}};
    Not.Parts.push_back(std::move(Part));
    return Not;
  }

  Expected<Condition> comparison() {
    if (Now.Is != Token::Word)
      return expected("a name, as type or bytes, not, or (");
    const Token Field = Now;
    if (auto Failure = next())
      return *Failure;
    return isNameField(Field.Text) ? nameComparison(Field.Text) : numberComparison(Field);
  }

  Expected<Condition> nameComparison(const std::string &Field) {
    static constexpr const char *Signs[] = {"=", "==", "!=", "~", "!~"};
    if (Now.Is != Token::Sign ||
        std::find(std::begin(Signs), std::end(Signs), Now.Text) == std::end(Signs))
      return expected("=, !=, ~ or !~");
    const std::string Sign = Now.Text;
    if (auto Failure = next())
      return *Failure;
    if (Now.Is != Token::Word && Now.Is != Token::Quoted)
      return expected("a name");
    Condition Part{Sign.back() == '~' ? Kind::Glob : Kind::Equal, {}, Field, Now.Text};
    if (auto Failure = next())
      return *Failure;
    if (Sign[0] == '!')
      return negated(std::move(Part));
    return Part;
  }

  Expected<Condition> numberComparison(const Token &Field) {
    static const std::map<std::string, Order> Signs = {
        {"=", Order::Equal},          {"==", Order::Equal},       {"!=", Order::NotEqual},
        {"<", Order::Less},           {"<=", Order::LessOrEqual}, {">", Order::Greater},
        {">=", Order::GreaterOrEqual}};
    auto Sign = Now.Is == Token::Sign ? Signs.find(Now.Text) : Signs.end();
    if (Sign == Signs.end()) {
      std::vector<std::string> Words(std::begin(NameFields), std::end(NameFields));
      const std::string Meant = suggestion(Field.Text, Words);
      if (!Meant.empty() && Now.Is == Token::Sign)
        return Error{fmt::format("column {}: no name is called {}{}", Field.Column,
                                 displayText(Field.Text), Meant)};
      return expected("=, !=, <, <=, > or >=");
    }
    if (auto Failure = next())
      return *Failure;
    auto Value = Now.Is == Token::Word ? parseQuantity(Now.Text) : std::nullopt;
    if (!Value) {
      std::vector<std::string> Words(std::begin(NameFields), std::end(NameFields));
      const std::string Meant = suggestion(Field.Text, Words);
      if (!Meant.empty() && Now.Is == Token::Quoted)
        return Error{fmt::format("column {}: no name is called {}{}", Field.Column,
                                 displayText(Field.Text), Meant)};
      return expected("a number, as 12, 64k or 1.5M");
    }
    Condition Part{Kind::Number, {}, Field.Text, {}, Sign->second, *Value};
    if (auto Failure = next())
      return *Failure;
    return Part;
  }

  std::string_view Text;
  size_t At = 0;
  unsigned Depth = 0;
  Token Now;
};

//===----------------------------------------------------------------------===//
// From conditions to rows
//===----------------------------------------------------------------------===//

class Evaluator {
public:
  explicit Evaluator(const Profile &Of) : Of(Of) {}

  /// Selects from the rows in \p Among. \p IsFirst: that is every row. Names are matched only
  /// in these rows.
  Expected<std::vector<bool>> select(const Condition &Is, const std::vector<bool> &Among,
                                     bool IsFirst) {
    switch (Is.Is) {
    case Kind::And:
      return conjunction(Is, Among, IsFirst);
    case Kind::Or: {
      std::vector<bool> Any(Of.rowCount());
      for (const Condition &Each : Is.Parts) {
        auto Part = select(Each, Among, IsFirst);
        if (!Part)
          return Part;
        for (size_t I = 0; I != Any.size(); ++I)
          Any[I] = Any[I] || (*Part)[I];
      }
      return Any;
    }
    case Kind::Not: {
      auto Part = select(Is.Parts[0], Among, IsFirst);
      if (Part)
        for (size_t I = 0; I != Among.size(); ++I)
          (*Part)[I] = Among[I] && !(*Part)[I];
      return Part;
    }
    case Kind::Glob:
    case Kind::Equal:
      return byName(Is, Among, IsFirst);
    case Kind::Number:
      return byNumber(Is, Among);
    }
    __builtin_unreachable();
  }

  std::vector<std::string> Misses;

private:
  /// Evaluates each part only for the rows that the parts before it selected.
  Expected<std::vector<bool>> conjunction(const Condition &Is, std::vector<bool> Left,
                                          bool IsFirst) {
    for (const Condition &Each : Is.Parts) {
      auto Part = select(Each, Left, IsFirst);
      if (!Part)
        return Part;
      Left = std::move(*Part);
      IsFirst = false;
    }
    return Left;
  }

  Expected<std::vector<bool>> byName(const Condition &Is, const std::vector<bool> &Among,
                                     bool IsFirst) {
    std::vector<bool> Selected(Of.rowCount());
    if (Is.Field == "module" && !hasModules(Of))
      return Error{"module: no profile that was read tells modules"};
    if (Is.Field == "thread" && !hasThreads(Of))
      return Error{
          "thread: no profile that was read tells threads: programs do at their end with "
          "ALLOCSITE_OPTIONS=threads=1"};
    NameTable Forms; // of which one has to match
    const bool IsFile = Is.Field == "file",
               IsNumbered = Is.Field == "process" || Is.Field == "thread";
    NameFilter Test(IsFile || IsNumbered ? Forms : Of.Names, {Is.Text},
                    Is.Field == "function" || Is.Field == "caller", Is.Is == Kind::Equal);
    std::function<bool(const RowKey &, RowId)> Matches;
    if (IsFile)
      Matches = [&](const RowKey &, RowId Row) { return isOfFile(Test, Forms, Row); };
    else if (IsNumbered)
      Matches = [&](const RowKey &Key, RowId) {
        return isNumbered(Test, Forms, Is.Field == "thread" ? Key.Thread : Key.Process);
      };
    else if (Is.Field == "allocator")
      Matches = [&](const RowKey &Key, RowId) { return Test.matches(Key.Allocator); };
    else if (Is.Field == "type")
      Matches = [&](const RowKey &Key, RowId) { return Test.matches(Key.Type); };
    else if (Is.Field == "site")
      Matches = [&](const RowKey &Key, RowId) { return Test.matches(Key.Site); };
    else if (Is.Field == "through")
      Matches = [&](const RowKey &Key, RowId) { return Test.matches(Key.Through); };
    else if (Is.Field == "module")
      Matches = [&](const RowKey &Key, RowId) {
        return anyFrame(Test, Key.Chain, [&](const Frame &Its) { return Of.moduleOf(Its); });
      };
    else if (Is.Field == "caller")
      Matches = [&](const RowKey &Key, RowId) {
        return Key.Chain != NoChain && anyFrame(Test, Of.link(Key.Chain).Caller, functionOf);
      };
    else
      Matches = [&](const RowKey &Key, RowId) {
        return anyFrame(Test, Key.Chain, functionOf);
      };
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      Selected[Row] = Among[Row] && Matches(Of.row(Row), Row);
    for (const std::string &Miss : Test.misses())
      Misses.push_back(fmt::format("No {}{} matches {}.", Is.Field,
                                   IsFirst ? "" : " of what the other options leave", Miss));
    return Selected;
  }

  /// The file of the site, or else of the call's frame; a file matches by its last part too.
  bool isOfFile(NameFilter &Test, NameTable &Forms, RowId Row) {
    const std::string_view File = fileOf(Of, Row);
    return anyForm(Test, Forms, File.empty() ? "-" : File,
                   File.empty() ? "-" : File.substr(File.rfind('/') + 1));
  }

  /// A thread or a process, with its number or without.
  bool isNumbered(NameFilter &Test, NameTable &Forms, NameId Name) {
    return anyForm(Test, Forms, Of.Names[Name], withoutNumber(Of.Names[Name]));
  }

  static bool anyForm(NameFilter &Test, NameTable &Forms, std::string_view First,
                      std::string_view Second) {
    bool Matches = false;
    for (std::string_view Each : {First, Second})
      if (auto Id = Forms.intern(Each))
        Matches |= Test.matches(*Id);
    return Matches;
  }

  static NameId functionOf(const Frame &Its) { return Its.Function; }

  template <typename NameOfT> bool anyFrame(NameFilter &Test, ChainId Chain, NameOfT NameOf) {
    for (; Chain != NoChain; Chain = Of.link(Chain).Caller)
      if (Test.matches(NameOf(Of.frame(Of.link(Chain).At))))
        return true;
    return false;
  }

  Expected<std::vector<bool>> byNumber(const Condition &Is, const std::vector<bool> &Among) {
    std::vector<bool> Selected(Of.rowCount());
    if (Is.Field == "size") {
      for (RowId Row = 0; Row != Of.rowCount(); ++Row)
        Selected[Row] = Among[Row] && holds(Is, Of.row(Row).size());
      return Selected;
    }
    auto Column = columnNamed(Of, Is.Field);
    if (!Column)
      return Column.error();
    if (!BySite)
      BySite = std::make_unique<Sites>(Of);
    for (unsigned Side = 0; Side != Of.sides(); ++Side) {
      const std::vector<uint64_t> Sums = BySite->sums(*Column, Side);
      for (RowId Row = 0; Row != Of.rowCount(); ++Row)
        Selected[Row] = Selected[Row] || (Among[Row] && holds(Is, Sums[BySite->of(Row)]));
    }
    return Selected;
  }

  static bool holds(const Condition &Is, uint64_t Value) {
    switch (Is.By) {
    case Order::Equal:
      return Value == Is.Value;
    case Order::NotEqual:
      return Value != Is.Value;
    case Order::Less:
      return Value < Is.Value;
    case Order::LessOrEqual:
      return Value <= Is.Value;
    case Order::Greater:
      return Value > Is.Value;
    case Order::GreaterOrEqual:
      return Value >= Is.Value;
    }
    __builtin_unreachable();
  }

  const Profile &Of;
  std::unique_ptr<Sites> BySite;
};

} // namespace

std::optional<uint64_t> allocsite::parseQuantity(std::string_view Text) {
  const size_t Digits = Text.find_first_not_of("0123456789.");
  const std::string Number(Text.substr(0, Digits));
  std::string Unit(Digits == Text.npos ? "" : Text.substr(Digits));
  std::transform(Unit.begin(), Unit.end(), Unit.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  static const std::map<std::string, unsigned> Shifts = {
      {"", 0},     {"b", 0},  {"k", 10},  {"kb", 10},  {"kib", 10}, {"m", 20},  {"mb", 20},
      {"mib", 20}, {"g", 30}, {"gb", 30}, {"gib", 30}, {"t", 40},   {"tb", 40}, {"tib", 40}};
  auto Shift = Shifts.find(Unit);
  if (Shift == Shifts.end() || Number.empty() || Number.size() > 19 || Number == "." ||
      std::count(Number.begin(), Number.end(), '.') > 1)
    return {};
  const long double Value = std::ldexp(std::stold(Number), int(Shift->second));
  return Value >= 9.2e18L ? uint64_t(INT64_MAX) : uint64_t(std::llround(Value));
}

Expected<ColumnId> allocsite::columnNamed(const Profile &Of, const std::string &Named) {
  const std::string Word = Named == "leaked" ? "live-bytes" : Named;
  std::vector<std::string> Words;
  for (ColumnId I = 0; I != Of.columns().size(); ++I) {
    if (Of.columns()[I].Word == Word)
      return I;
    Words.push_back(displayText(Of.columns()[I].Word));
  }
  for (const char *Each : NameFields)
    Words.push_back(Each);
  Words.push_back("size");
  const std::string Meant = suggestion(Word, Words);
  Words.resize(Of.columns().size());
  return Error{fmt::format(
      "no measure is called {}{}", displayText(Word),
      Meant.empty() ? fmt::format(" (there are {})", fmt::join(Words, ", ")) : Meant)};
}

Expected<ColumnId> allocsite::columnNamed(const Profile &Of, Measure Named) {
  if (auto Column = Of.column(Named))
    return *Column;
  return columnNamed(Of, std::string(columnOf(Named).Word));
}

Expected<Where> Where::parse(std::string_view Text) {
  auto Whole = Parser(Text).parse();
  if (!Whole)
    return Whole.error();
  Where Result;
  Result.require(std::move(*Whole));
  return Result;
}

void Where::require(Where More) {
  std::move(More.All.begin(), More.All.end(), std::back_inserter(All));
}

void Where::requireAny(const std::string &Field, const std::vector<std::string> &Globs) {
  if (Globs.empty())
    return;
  Condition Any{Kind::Or, {}, {}, {}};
  for (const std::string &Each : Globs)
    Any.Parts.push_back({Kind::Glob, {}, Field, Each});
  require(std::move(Any));
}

/// Adds the parts of row keys that \p Is reads.
static void needKeys(const Condition &Is, KeptKeys &To) {
  for (const Condition &Each : Is.Parts)
    needKeys(Each, To);
  To.Size |= Is.Field == "size";
  To.Process |= Is.Field == "process";
  To.Thread |= Is.Field == "thread";
  // Numeric conditions sum by site, and the type is a part of a site's key.
  To.Type |= Is.Field == "type" || (Is.Is == Kind::Number && Is.Field != "size");
}

KeptKeys Where::keys() const {
  KeptKeys Needed{false, false};
  for (const Condition &Each : All)
    needKeys(Each, Needed);
  return Needed;
}

Expected<std::vector<bool>> Where::select(const Profile &Of,
                                          std::vector<std::string> &Misses) const {
  Evaluator Each(Of);
  auto Selected =
      Each.select({Kind::And, All, {}, {}}, std::vector<bool>(Of.rowCount(), true), true);
  Misses = std::move(Each.Misses);
  return Selected;
}
