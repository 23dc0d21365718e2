//===- GroupsFormat.cpp - The report by site, chain, type … ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupsFormat.h"

#include "LeftOutFormat.h"
#include "read/AllocationLog.h"
#include "support/DisplayText.h"
#include "support/FunctionName.h"
#include "support/NameTable.h"
#include "view/Sites.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace allocsite;

namespace {

// A chain whose four frames all lie within a library says nothing about the program. The pass
// hides functions of the libraries it knows; others need a rule:
//
//   boost::…::allocate ← boost::…::priv_insert ← boost::…::grow ← boost::…::push_back
//                                                          library:boost::*

/// Namespaces of libraries that are mostly headers.
constexpr std::string_view HeaderLibraries[] = {
    "absl",      "asio",   "boost", "cv",    "Eigen",    "fmt",    "folly",
    "google",    "grpc",   "hana",  "immer", "nlohmann", "ranges", "re2",
    "rapidjson", "spdlog", "tbb",   "toml",  "tsl",      "YAML"};

/// Directories that usually hold third-party sources.
constexpr std::string_view LibraryDirectories[] = {
    "/usr/include", "/usr/local/include", "third_party",
    "third-party",  "thirdparty",         "3rdparty",
    "vendor",       "external",           "extern",
    "deps",         "subprojects",        "_deps"};

/// The directory of \p Site that holds libraries, or "".
std::string_view directoryOfLibraries(std::string_view Site) {
  for (std::string_view Each : LibraryDirectories) {
    size_t At = Site.find(Each);
    while (At != std::string_view::npos) {
      const bool Begins = At == 0 || (Each[0] != '/' && Site[At - 1] == '/');
      if (Begins && Site.substr(At + Each.size(), 1) == "/")
        return Each;
      At = Site.find(Each, At + 1);
    }
  }
  return "";
}

/// The rule that makes the pass hide the functions of \p Chain, if it has at least four frames
/// and all lie within one library; else "". The library is recognised by its namespace or by
/// the directory of \p Site, the site of the chain.
std::string libraryRule(const std::vector<NameId> &Chain, std::string_view Site,
                        const NameTable &Names) {
  if (Chain.size() < CallChain().size())
    return "";
  std::string Space;
  bool HasSpace = false, HasNone = false;
  for (NameId Frame : Chain) {
    if (!isKnownFrame(Frame, Names))
      return "";
    const std::string Bare = bareFunctionName(Names[Frame]);
    if (Bare == "main" || Bare.empty() || Bare[0] == '(')
      return "";
    const size_t Colons = Bare.find("::");
    const std::string Its = Colons == std::string::npos ? "" : Bare.substr(0, Colons);
    (Its.empty() ? HasNone : HasSpace) = true;
    if (!Space.empty() && Its != Space)
      return "";
    Space = Its;
  }
  const std::string_view Directory = directoryOfLibraries(Site);
  const bool IsKnown = std::find(std::begin(HeaderLibraries), std::end(HeaderLibraries),
                                 Space) != std::end(HeaderLibraries);
  if (HasSpace && HasNone)
    return "";
  if (HasSpace)
    return IsKnown || !Directory.empty() ? "library:" + Space + "::*" : "";
  return Directory.empty() ? "" : "library-dir:" + std::string(Directory);
}

/// Sentences are hard to read on longer lines, however wide the table is.
constexpr size_t MostProseWidth = 96;

class Maker {
public:
  Maker(const GroupsReport &Of, bool RawBytes)
      : Report(Of), Names(Of.Of.Names), Columns(Of.Of.columns()), RawBytes(RawBytes) {
    for (const AllocatorTotal &Total : Of.Found.Allocators)
      Totals.emplace(Total.Allocator, &Total.Sum);
  }

  Sheet groups() const;
  SheetLeftOut leftOut() const;
  Sheet totals() const;
  std::string text(const SheetStyle &Style) const;

private:
  std::string name(NameId Id) const { return std::string(Names[Id]); }
  const RowsSum &totalOf(NameId Allocator) const { return *Totals.at(Allocator); }
  uint64_t value(const RowsSum &Of, Measure Which) const {
    const auto Column = Report.Of.column(Which);
    return Column ? Of.Values[*Column] : 0;
  }
  /// True if all the allocator's calls have 0 bytes: its rule may name no size.
  bool isUnsized(NameId Allocator, const RowsSum &Of) const {
    return value(Of, Measure::Calls) && !totalOf(Allocator).Sizes.Largest;
  }
  bool hasUnsized() const {
    return std::any_of(Report.Found.Allocators.begin(), Report.Found.Allocators.end(),
                       [](const AllocatorTotal &Each) { return !Each.Sum.Sizes.Largest; });
  }
  void addMeasures(Sheet &To, ColumnId First, const char *Share) const;
  void addCells(SheetRow &To, ColumnId First, NameId Allocator, const RowsSum &Of,
                bool HasShare) const;
  std::string sizes(const SizeRange &Of) const;
  SheetColumn labelColumn() const;
  std::string label(const Group &Of) const;

  std::string number(uint64_t Number) const {
    return RawBytes ? plainNumber(Number) : groupedNumber(Number);
  }
  std::string bytes(uint64_t Bytes) const {
    return RawBytes ? plainNumber(Bytes) : humanBytes(Bytes);
  }
  const char *nouns() const;
  bool lacksTypesOfNew() const;
  // Sentences, each ending in a line end and wrapped at \p Width.
  std::string layerNotes(size_t Width) const;
  std::string wrapperNotes(size_t Width) const;
  std::string libraryNotes() const;
  std::string failedNotes() const;
  std::string emptyText(size_t Width) const;

  const GroupsReport &Report;
  const NameTable &Names;
  const std::vector<Column> &Columns;
  const KnownOfColumns Is{Columns};
  bool RawBytes;
  std::map<NameId, const RowsSum *> Totals; ///< by allocator
};

/// Adds a column for each measure, \p First in front. \p Share is the title of its share, or
/// null. A line without room for all loses the last columns first: they say least.
void Maker::addMeasures(Sheet &To, ColumnId First, const char *Share) const {
  for (ColumnId Each : columnOrder(Report.Of, First)) {
    const Measure Its = Columns[Each].Is;
    const std::string Key = keyOf(Columns[Each].Word);
    // Do not show not-followed: each number itself shows whether it is known.
    const bool IsTold = Each == First || Its != Measure::NotFollowed;
    const unsigned GoesFirst = Each == First || columnOf(Its).isAlways() ? 0 : unsigned(Its);
    const std::string Title = IsTold ? Columns[Each].Word : "";
    // For people, mark bytes that are not known.
    if (Its == Measure::Bytes && hasUnsized())
      To.Columns.push_back({"", Title, CellKind::Bytes, GoesFirst});
    To.Columns.push_back({Key, Its == Measure::Bytes && hasUnsized() ? "" : Title,
                          kindOf(Columns[Each]), GoesFirst});
    if (Share && Each == First)
      To.Columns.push_back({"", Share, CellKind::Share});
  }
}

void Maker::addCells(SheetRow &To, ColumnId First, NameId Allocator, const RowsSum &Of,
                     bool HasShare) const {
  for (ColumnId Each : columnOrder(Report.Of, First)) {
    const Quantity Its = Of.quantity(Is, Each);
    if (Columns[Each].Is == Measure::Bytes && hasUnsized())
      To.Cells.push_back(isUnsized(Allocator, Of) ? Cell("?") : Cell(Its));
    To.Cells.push_back(Its);
    const uint64_t All = totalOf(Allocator).Values[Each];
    if (HasShare && Each == First)
      To.Cells.push_back(Its.Is == Known::Nothing
                             ? Cell("-")
                             : Cell(All ? double(Its.Value) / double(All) : 0.0));
  }
}

std::string Maker::sizes(const SizeRange &Of) const {
  const std::string Smallest = number(Of.Smallest);
  return Of.Smallest == Of.Largest ? Smallest : Smallest + "…" + number(Of.Largest);
}

Sheet Maker::totals() const {
  const auto Bytes = Report.Of.column(Measure::Bytes);
  const ColumnId First = Bytes ? *Bytes : columnOrder(Report.Of)[0];
  Sheet Result;
  Result.Columns.push_back({"allocator", "allocator", CellKind::Name});
  addMeasures(Result, First, nullptr);
  Result.Columns.push_back({"sites", "sites", CellKind::Count});
  constexpr size_t Most = 20;
  for (const AllocatorTotal &Each : Report.Found.Allocators) {
    if (Result.Rows.size() == Most)
      break;
    SheetRow Row;
    Row.Cells.push_back(name(Each.Allocator));
    addCells(Row, First, Each.Allocator, Each.Sum, false);
    Row.Cells.push_back(int64_t(Each.SiteCount));
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

SheetColumn Maker::labelColumn() const {
  switch (Report.By) {
  case GroupBy::Allocator:
    return {"", "sites", CellKind::Count};
  case GroupBy::Pc0:
    return {"", "function", CellKind::Name};
  case GroupBy::Type:
    return {"", "type", CellKind::Type};
  case GroupBy::Through:
    return {"", "through", CellKind::Name};
  case GroupBy::Site:
  case GroupBy::Chain:
  case GroupBy::Size:
    return {"", "site", CellKind::Path};
  }
  __builtin_unreachable();
}

std::string Maker::label(const Group &Of) const {
  if (Report.By == GroupBy::Pc0)
    return name(innermost(Report.Of, Of.HeaviestChain));
  if (Report.By == GroupBy::Type)
    return name(Of.Type);
  if (Report.By == GroupBy::Through)
    return name(Of.Through);
  return name(Of.HeaviestSite) +
         (Of.SiteCount > 1 ? fmt::format(" (+{})", number(Of.SiteCount - 1)) : "");
}

SheetLeftOut Maker::leftOut() const {
  SheetLeftOut Left = leftOutOf(Report.Left, Names);
  Left.Rows = Report.Found.Count - Report.Found.Largest.size();
  Left.Amount = int64_t(Report.Found.AmountLeft);
  Left.UnknownRows = Report.Found.UnknownCount;
  Left.FailedCalls = 0;
  for (const FailedCalls &Each : Report.Found.Failed)
    Left.FailedCalls = merged(MeasureMerge::Sum, *Left.FailedCalls, Each.Calls);
  Left.Below.clear();
  for (const FoldedLayer &Each : Report.Found.Folded)
    Left.Below.emplace_back(Names[Each.Allocator], value(Each.Sum, Measure::Bytes));
  Left.Notes.insert(Left.Notes.end(), Report.Lacks.begin(), Report.Lacks.end());
  return Left;
}

Sheet Maker::groups() const {
  Sheet Result;
  Result.Kind = "allocsite-report";
  Result.Facts = {{{"row_count", "", CellKind::Count}, int64_t(Report.Found.Count)}};
  Result.Left = leftOut();
  addMeasures(Result, Report.Sort, Report.Found.Allocators.size() > 1 ? "% of own" : "%");
  Result.Columns.push_back({"", columnOf(Measure::Size).Word, CellKind::Range});
  Result.Columns.push_back({"smallest_size", "", CellKind::Count});
  Result.Columns.push_back({"largest_size", "", CellKind::Count});
  Result.Columns.push_back({"chains", "", CellKind::Count});
  Result.Columns.push_back({"sites", "", CellKind::Count});
  Result.Columns.push_back({"allocator", "allocator", CellKind::Name});
  if (Report.By == GroupBy::Type)
    Result.Columns.push_back({"type", "", CellKind::Type});
  Result.Columns.push_back({"site", "", CellKind::Path});
  Result.Columns.push_back({"through", "", CellKind::Name});
  Result.Columns.push_back(labelColumn());
  Result.HasFrames = true;
  for (const Group &Each : Report.Found.Largest) {
    SheetRow Row;
    addCells(Row, Report.Sort, Each.Allocator, Each.Sum, true);
    const SizeRange &Sizes = Each.Sum.Sizes;
    Row.Cells.push_back(isUnsized(Each.Allocator, Each.Sum) ? "?" : sizes(Sizes));
    Row.Cells.push_back(int64_t(Sizes.Smallest));
    Row.Cells.push_back(int64_t(Sizes.Largest));
    Row.Cells.push_back(int64_t(Each.ChainCount));
    Row.Cells.push_back(int64_t(Each.SiteCount));
    Row.Cells.push_back(name(Each.Allocator));
    if (Report.By == GroupBy::Type)
      Row.Cells.push_back(name(Each.Type));
    Row.Cells.push_back(name(Each.HeaviestSite));
    Row.Cells.push_back(name(Each.Through));
    Row.Cells.push_back(Report.By == GroupBy::Allocator ? Cell(int64_t(Each.SiteCount))
                                                        : Cell(label(Each)));
    for (NameId Frame : functionsOf(Report.Of, Each.HeaviestChain))
      Row.Frames.push_back(name(Frame));
    if (Row.Frames.empty())
      Row.Frames.push_back("-");
    if (Each.ChainCount > 1)
      Row.More = fmt::format(" (+{} chain{})", number(Each.ChainCount - 1),
                             Each.ChainCount == 2 ? "" : "s");
    if (Each.Through != NoName && Report.By != GroupBy::Through)
      Row.More += " (through " + name(Each.Through) + ")";
    Result.Rows.push_back(std::move(Row));
  }
  return Result;
}

const char *Maker::nouns() const {
  static constexpr const char *Nouns[] = {"sites", "functions", "chains", "allocators",
                                          "types", "libraries", "sizes"};
  static_assert(std::size(Nouns) == unsigned(GroupBy::Size) + 1);
  return Nouns[unsigned(Report.By)];
}

/// "a, b, c and 4 more"
std::string someOf(const std::vector<std::string> &Words, size_t Most) {
  size_t Shown = std::min(Words.size(), Most);
  std::string Text = fmt::format("{}", fmt::join(Words.begin(), Words.begin() + Shown, ", "));
  return Shown == Words.size() ? Text
                               : Text + fmt::format(" and {} more", Words.size() - Shown);
}

/// One line for each allocator with folded rows.
std::string Maker::layerNotes(size_t Width) const {
  if (Report.Found.Folded.empty())
    return "";
  constexpr size_t MostAbove = 3;
  std::string Text = wrapText(LayersLeftOut, Width);
  for (const FoldedLayer &Each : Report.Found.Folded) {
    std::vector<std::string> Above;
    for (NameId Allocator : Each.Above)
      Above.push_back(displayText(Names[Allocator]));
    const uint64_t Calls = value(Each.Sum, Measure::Calls);
    Text +=
        wrapText(fmt::format("  {} below {}: {}{} in {} call{}, {} site{}",
                             displayText(Names[Each.Allocator]), someOf(Above, MostAbove),
                             bytes(value(Each.Sum, Measure::Bytes)), RawBytes ? " bytes" : "",
                             number(Calls), Calls == 1 ? "" : "s", number(Each.SiteCount),
                             Each.SiteCount == 1 ? "" : "s"),
                 Width, 4);
  }
  return Text;
}

/// Proposes library: rules for allocators with much memory in chains wholly within a library.
std::string Maker::libraryNotes() const {
  constexpr double LeastShare = 0.05;
  if (Report.By != GroupBy::Site && Report.By != GroupBy::Chain)
    return "";
  std::map<std::pair<NameId, std::string>, double> Bytes;
  for (const Group &Each : Report.Found.Largest) {
    if (Each.Allocator == NoName || Each.HeaviestSite == NoName)
      continue;
    std::string Rule = libraryRule(functionsOf(Report.Of, Each.HeaviestChain),
                                   Names[Each.HeaviestSite], Names);
    if (!Rule.empty())
      Bytes[{Each.Allocator, Rule}] += double(value(Each.Sum, Measure::Bytes));
  }
  std::set<std::string> Rules;
  for (const auto &[Of, Sum] : Bytes)
    if (Sum && Sum >= LeastShare * double(value(totalOf(Of.first), Measure::Bytes)))
      Rules.insert(displayText(Of.second));
  if (Rules.empty())
    return "";
  return fmt::format(
      "All four functions of large rows are of a library. To see who calls it, in a\n"
      "configuration of the pass (docs/allocators.md):\n"
      "    {}\n"
      "Headers of the system are known without, by -fplugin=AllocSite.so or by -g.\n",
      fmt::join(Rules, "\n    "));
}

/// Names the wrappers that were removed from chains.
std::string Maker::wrapperNotes(size_t Width) const {
  constexpr size_t MostWrappers = 8;
  std::vector<std::string> Wrappers;
  for (const Wrapper &Each : Report.Left.Wrappers)
    if (Totals.count(Each.Allocator))
      Wrappers.push_back(fmt::format("{} ({} of {} calls of {})", displayText(Each.Function),
                                     number(Each.Calls),
                                     number(value(totalOf(Each.Allocator), Measure::Calls)),
                                     displayText(Names[Each.Allocator])));
  if (Wrappers.empty())
    return "";
  return wrapText(
      fmt::format(
          "Wrappers shown through: {}. Their callers stand for them, by the place of "
          "the call where the program was built with -g (+2: of two calls more); "
          "--no-hide shows the wrappers, --save-rules FILE writes rules with which the "
          "next build counts each call apart.",
          someOf(Wrappers, MostWrappers)),
      Width);
}

/// One line for each allocator with failed calls, which no table shows.
std::string Maker::failedNotes() const {
  std::string Text;
  for (const FailedCalls &Each : Report.Found.Failed)
    Text += fmt::format("{} call{} of {} failed, in no figure above; largest request {}\n",
                        number(Each.Calls), Each.Calls == 1 ? "" : "s",
                        displayText(Names[Each.Allocator]), bytes(Each.LargestSize));
  return Text;
}

/// True if most calls of an operator new have no type, which they get only where the sources
/// of new-expressions and containers were read.
bool Maker::lacksTypesOfNew() const {
  return Report.By == GroupBy::Type &&
         std::any_of(Report.Found.Largest.begin(), Report.Found.Largest.end(),
                     [&](const Group &Each) {
                       constexpr std::string_view New = "operator new";
                       return Names[Each.Type] == "-" && Each.Allocator != NoName &&
                              Names[Each.Allocator].substr(0, New.size()) == New &&
                              value(Each.Sum, Measure::Calls) >
                                  value(totalOf(Each.Allocator), Measure::Calls) / 2;
                     });
}

constexpr char NoAllocations[] =
    "Where the program has made some, its allocators have names that are not known, or are "
    "called through pointers: `allocsite discover` proposes rules for them.";

/// Says why there is nothing to show.
std::string Maker::emptyText(size_t Width) const {
  if (!Report.Left.HadRows)
    return "no allocations\n" + (Report.Lacks.empty() ? wrapText(NoAllocations, Width) : "");
  std::string Text = "no allocation matches\n";
  for (const std::string &Miss : Report.Left.Misses)
    Text += wrapText(Miss, Width);
  return Text + failedNotes();
}

std::string Maker::text(const SheetStyle &Style) const {
  const size_t Width = std::min(Style.Width, MostProseWidth);
  std::string Text;
  if (Report.Found.Largest.empty()) {
    Text = emptyText(Width);
  } else {
    SheetStyle Table = Style;
    std::vector<std::string> NoRoom;
    if (Report.By != GroupBy::Allocator) {
      Table.IsNumbered = false;
      const Sheet Totals = totals();
      Text = sheetTable(Totals, Table, &NoRoom);
      if (Totals.Rows.size() < Report.Found.Allocators.size())
        Text += fmt::format("{} of {} allocators shown; --by allocator lists them\n",
                            Totals.Rows.size(), number(Report.Found.Allocators.size()));
      Text += '\n';
    }
    Table.IsNumbered = true;
    Sheet Rows = groups();
    Rows.HasFrames = Report.By != GroupBy::Allocator;
    std::vector<std::string> OfRows;
    Text += sheetTable(Rows, Table, &OfRows);
    NoRoom.insert(NoRoom.begin(), OfRows.begin(), OfRows.end());
    if (Rows.Rows.size() < Report.Found.Count)
      Text += fmt::format("{} of {} {} shown; --top 0 shows all\n", number(Rows.Rows.size()),
                          number(Report.Found.Count), nouns());
    Text += leftOutText(NoRoom, Width);
    Text += layerNotes(Width) + failedNotes() + wrapperNotes(Width) + libraryNotes();
    if (hasUnsized())
      Text += wrapText(
          fmt::format("Bytes ?: it was asked for none, or its rule tells no size "
                      "(size=unknown){}.",
                      Columns[Report.Sort].Is == Measure::Bytes ? "; see --sort calls" : ""),
          Width);
    if (lacksTypesOfNew())
      Text += wrapText("Type -: of operator new it is known where the source was read, by "
                       "-fplugin=AllocSite.so.",
                       Width);
    if (Totals.count(NoName))
      Text += wrapText("Allocator -: the log does not name it. Where it stands for several "
                       "that nest, its sum counts bytes twice.",
                       Width);
    if (Report.Found.Allocators.size() > 1)
      Text += wrapText("No total over all allocators: they may nest (an arena over malloc), "
                       "which would count bytes twice. Rows stand together by allocator; % of "
                       "own: the share of the row's own allocator.",
                       Width);
  }
  for (const std::string &Lack : Report.Lacks)
    Text += wrapText(fmt::format("Coverage: {}.", displayText(Lack)), Width);
  return Text;
}

} // namespace

Sheet allocsite::groupsSheet(const GroupsReport &Of, bool RawBytes) {
  return Maker(Of, RawBytes).groups();
}

std::string allocsite::groupsText(const GroupsReport &Of, const SheetStyle &Style) {
  return Maker(Of, Style.RawBytes).text(Style);
}
