//===- TableFormat.cpp - The report as a table for people -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableFormat.h"

#include "ChainText.h"
#include "Quantity.h"
#include "Sheet.h"
#include "TextTable.h"
#include "TypeText.h"
#include "support/DisplayText.h"
#include "view/LibraryChains.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

using namespace allocsite;

namespace {

using Align = TextTable::Align;

/// Allocators in the table of totals.
constexpr size_t MostTotals = 20;

/// Where numbers leave little, the names of a row are cut to fewer columns than elsewhere: too
/// long a line is harder to read. Less than this tells nothing.
constexpr size_t LeastCellWidth = 8;
/// Where the many numbers of live memory leave less, a name stands below them, in front of the
/// chain.
constexpr size_t LeastLabelWidth = 24;

/// Sentences are hard to read on longer lines, however wide the table is.
constexpr size_t MostProseWidth = 96;

class TableWriter {
public:
  TableWriter(const GroupedProfile &Profile, const NameTable &Names, const TableStyle &Style)
      : Profile(Profile), Names(Names), Style(Style) {
    for (const AllocatorTotal &Total : Profile.Allocators)
      Totals.emplace(Total.Allocator, Total.Sum);
  }

  std::string text() const;

private:
  std::string allocatorTable() const;
  std::string groupTable() const;
  std::string layerNotes() const;
  std::string wrapperNotes() const;
  std::string libraryNotes() const;
  std::string failedNotes() const;
  using Fitting = std::function<bool(const std::vector<Measure> &)>;
  std::vector<Measure> shown(Measure First, const Fitting &Fits) const;
  TextTable numbersOf(const std::vector<Measure> &Measures, bool WithRows) const;
  TextTable totalsOf(const std::vector<Measure> &Measures) const;
  /// Of an allocator that has 0 bytes in all its calls: a rule may say nothing of them.
  bool isUnsized(NameId Allocator, const Counters &Of) const {
    return Of[Measure::Calls] && !Totals.at(Allocator)[Measure::Size];
  }
  std::string value(NameId Allocator, const Counters &Of, Measure Which) const {
    if (Which == Measure::Bytes && isUnsized(Allocator, Of))
      return "?";
    const bool IsBytes = columnOf(Which).Unit == MeasureUnit::Bytes;
    return quantityText(Of.quantity(Which), IsBytes ? CellKind::Bytes : CellKind::Count,
                        Style.RawBytes);
  }
  std::vector<std::string> counterCells(const Group &Of,
                                        const std::vector<Measure> &Measures) const;
  std::string label(const Group &Of, size_t Width) const;
  std::string chain(const Group &Of, const std::string &Place, size_t Width) const;

  std::string bytes(uint64_t Bytes) const {
    return Style.RawBytes ? plainNumber(Bytes) : humanBytes(Bytes);
  }
  std::string number(uint64_t Number) const {
    return Style.RawBytes ? plainNumber(Number) : groupedNumber(Number);
  }
  std::string sizes(const Counters &Of) const {
    std::string Smallest = number(Of.SmallestSize);
    return Of.SmallestSize == Of.LargestSize ? Smallest
                                             : Smallest + "…" + number(Of.LargestSize);
  }
  std::string wrapped(std::string_view Sentences, size_t Indent = 0) const {
    return wrapText(Sentences, std::min(Style.Width, MostProseWidth), Indent);
  }
  size_t shrink(size_t Width, size_t Taken) const {
    return Width == SIZE_MAX ? Width : Width - std::min(Width, Taken);
  }
  const char *groupNoun() const;
  bool lacksTypesOfNew() const;
  std::string emptyText() const;
  std::string leftOutText() const;
  std::string fullText() const;

  const GroupedProfile &Profile;
  const NameTable &Names;
  const TableStyle &Style;
  std::unordered_map<NameId, Counters> Totals; ///< by allocator
  mutable std::set<Measure> Dropped;           ///< measures that a line had no room for
};

const char *TableWriter::groupNoun() const {
  switch (Style.By) {
  case GroupBy::Site:
    return "sites";
  case GroupBy::Pc0:
    return "functions";
  case GroupBy::Chain:
    return "chains";
  case GroupBy::Allocator:
    return "allocators";
  case GroupBy::Type:
    return "types";
  case GroupBy::Size:
    return "sizes";
  }
  __builtin_unreachable();
}

/// Those that the logs have, First before the others. The last ones go where a line has no room
/// for all: they say least.
std::vector<Measure> TableWriter::shown(Measure First, const Fitting &Fits) const {
  std::vector<Measure> Shown;
  for (Measure Each : MeasureOrder(First))
    // Each number says itself how much of it is known.
    if (hasMeasure(Style.Measures, Each) && (Each == First || Each != Measure::NotFollowed))
      Shown.push_back(Each);
  while (!Fits(Shown)) {
    auto Last = std::find_if(Shown.rbegin(), Shown.rend(), [First](Measure Each) {
      return Each != First && !columnOf(Each).isAlways();
    });
    if (Last == Shown.rend())
      break;
    Dropped.insert(*Last);
    Shown.erase(std::next(Last).base());
  }
  return Shown;
}

TextTable TableWriter::totalsOf(const std::vector<Measure> &Measures) const {
  TextTable Table;
  Table.addColumn("allocator", Align::Left);
  for (Measure Each : Measures)
    Table.addColumn(columnOf(Each).Word, Align::Right);
  Table.addColumn("sites", Align::Right);
  size_t NameWidth = std::max(shrink(Style.Width, 40), LeastNameWidth);
  size_t Shown = std::min(Profile.Allocators.size(), MostTotals);
  for (size_t I = 0; I != Shown; ++I) {
    const AllocatorTotal &Total = Profile.Allocators[I];
    std::vector<std::string> Cells = {
        shortenMiddle(displayText(Names[Total.Allocator]), NameWidth)};
    for (Measure Each : Measures)
      Cells.push_back(value(Total.Allocator, Total.Sum, Each));
    Cells.push_back(number(Total.SiteCount));
    Table.addRow(std::move(Cells));
  }
  return Table;
}

std::string TableWriter::allocatorTable() const {
  const std::vector<Measure> Measures =
      shown(Measure::Bytes, [this](const std::vector<Measure> &Some) {
        return totalsOf(Some).widthOf(Some.size() + 2) <= Style.Width;
      });
  std::string Text = totalsOf(Measures).render(0, Style.Colour);
  const size_t Shown = std::min(Profile.Allocators.size(), MostTotals);
  if (Shown < Profile.Allocators.size())
    Text += fmt::format("{} of {} allocators shown; --by allocator lists them\n", Shown,
                        number(Profile.Allocators.size()));
  return Text;
}

/// The sorted measure comes first, with its share of the group's own allocator.
std::vector<std::string>
TableWriter::counterCells(const Group &Of, const std::vector<Measure> &Measures) const {
  std::vector<std::string> Cells;
  for (Measure Each : Measures) {
    Cells.push_back(value(Of.Allocator, Of.Sum, Each));
    if (Each == Style.Sort)
      Cells.push_back(Of.Sum.quantity(Each).Is == Known::Nothing
                          ? "-"
                          : percentage(Of.Sum[Each], Totals.at(Of.Allocator)[Each]));
  }
  Cells.push_back(isUnsized(Of.Allocator, Of.Sum) ? "?" : sizes(Of.Sum));
  return Cells;
}

/// What the last column says of a group.
std::string TableWriter::label(const Group &Of, size_t Width) const {
  if (Style.By == GroupBy::Allocator)
    return number(Of.SiteCount);
  if (Style.By == GroupBy::Pc0)
    return chainText({displayText(Names[Of.HeaviestChain[0]])}, Width);
  if (Style.By == GroupBy::Type)
    return typeText(displayText(Names[Of.Type]), Width);
  std::string More;
  if (Of.SiteCount > 1)
    More = fmt::format(" (+{})", number(Of.SiteCount - 1));
  size_t Left = std::max(shrink(Width, displayWidth(More)), LeastCellWidth);
  // `function#k`, where there are no lines: shortened as a name, not as a path.
  std::string_view Site = Names[Of.HeaviestSite];
  std::string_view Function = Names[Of.HeaviestChain[0]];
  if (Site == Function) // of a call in a function that is hidden
    return chainText({displayText(Function)}, Left) + More;
  if (Site.substr(0, Function.size() + 1) == std::string(Function) + '#') {
    std::string Ordinal = displayText(Site.substr(Function.size()));
    return chainText({displayText(Function)}, shrink(Left, displayWidth(Ordinal))) + Ordinal +
           More;
  }
  return shortenStart(displayText(Site), Left) + More;
}

/// The note beneath a group, which begins with Place unless that is empty.
std::string TableWriter::chain(const Group &Of, const std::string &Place, size_t Width) const {
  std::vector<std::string> Frames;
  for (NameId Frame : Of.HeaviestChain)
    Frames.push_back(displayText(Names[Frame]));
  while (Frames.size() > 1 && Frames.back() == "-")
    Frames.pop_back();
  // Cut off is cut off, however much.
  while (Frames.size() > 1 && Frames.back() == "…" && Frames[Frames.size() - 2] == "…")
    Frames.pop_back();
  std::string More;
  if (Of.ChainCount > 1)
    More = fmt::format(" (+{} chain{})", number(Of.ChainCount - 1),
                       Of.ChainCount == 2 ? "" : "s");
  return placedChain(Place, Frames, More, Width);
}

/// The heads of the numbers of groups, and these if WithRows, without the names.
TextTable TableWriter::numbersOf(const std::vector<Measure> &Measures, bool WithRows) const {
  TextTable Table;
  Table.addColumn("#", Align::Right);
  for (Measure Each : Measures) {
    Table.addColumn(columnOf(Each).Word, Align::Right);
    if (Each == Style.Sort)
      Table.addColumn(Profile.Allocators.size() > 1 ? "% of own" : "%", Align::Right);
  }
  Table.addColumn(columnOf(Measure::Size).Word, Align::Right);
  for (size_t I = 0; WithRows && I != Profile.Groups.size(); ++I) {
    std::vector<std::string> Cells = counterCells(Profile.Groups[I], Measures);
    Cells.insert(Cells.begin(), number(I + 1));
    Table.addRow(std::move(Cells));
  }
  return Table;
}

std::string TableWriter::groupTable() const {
  const bool CountsSites = Style.By == GroupBy::Allocator;
  const size_t LeastNames =
      displayWidth("allocator") + (CountsSites ? 2 + displayWidth("sites") : 0);
  const std::vector<Measure> Measures =
      shown(Style.Sort, [&](const std::vector<Measure> &Some) {
        const TextTable Table = numbersOf(Some, true);
        const size_t Numbers = Table.widthOf(Table.columnCount());
        return Style.Width == SIZE_MAX || Numbers + LeastNames <= Style.Width;
      });
  // Numbers are never cut. What they leave is shared by the two names: the
  // allocator gets what it needs, but no more than two fifths.
  const TextTable Numbers = numbersOf(Measures, true);
  TextTable Table = numbersOf(Measures, false);
  Table.addColumn("allocator", Align::Left);
  size_t Left = shrink(Style.Width, Numbers.widthOf(Numbers.columnCount()) + 2);
  size_t AllocatorWidth = displayWidth("allocator");
  for (const Group &Each : Profile.Groups)
    AllocatorWidth =
        std::max(AllocatorWidth, displayWidth(displayText(Names[Each.Allocator])));
  size_t Least = std::clamp(Left / 2, LeastCellWidth, LeastNameWidth);
  AllocatorWidth = std::min(AllocatorWidth, std::max(Left / 5 * 2, Least));
  size_t LabelWidth = std::max(
      shrink(Left, std::max(AllocatorWidth, displayWidth("allocator"))), LeastCellWidth);
  const bool HasLive = Measures.size() > 2;
  const bool IsBelow = HasLive && !CountsSites && LabelWidth < LeastLabelWidth;
  if (!IsBelow)
    Table.addColumn(CountsSites                 ? "sites"
                    : Style.By == GroupBy::Pc0  ? "function"
                    : Style.By == GroupBy::Type ? "type"
                                                : "site",
                    CountsSites ? Align::Right : Align::Left);

  size_t Indent = displayWidth(number(std::max<size_t>(Profile.Groups.size(), 1))) + 2;
  for (size_t I = 0; I != Profile.Groups.size(); ++I) {
    const Group &Each = Profile.Groups[I];
    std::vector<std::string> Cells = counterCells(Each, Measures);
    Cells.insert(Cells.begin(), number(I + 1));
    Cells.push_back(shortenMiddle(displayText(Names[Each.Allocator]), AllocatorWidth));
    const size_t Below = shrink(Style.Width, Indent);
    if (!IsBelow) {
      Cells.push_back(label(Each, LabelWidth));
      Table.addRow(std::move(Cells), CountsSites ? "" : chain(Each, "", Below));
      continue;
    }
    Table.addRow(std::move(Cells), chain(Each, label(Each, Below), Below));
  }
  return Table.render(Indent, Style.Colour);
}

/// "a, b, c and 4 more"
static std::string someOf(const std::vector<std::string> &Words, size_t Most) {
  size_t Shown = std::min(Words.size(), Most);
  std::string Text = fmt::format("{}", fmt::join(Words.begin(), Words.begin() + Shown, ", "));
  return Shown == Words.size() ? Text
                               : Text + fmt::format(" and {} more", Words.size() - Shown);
}

/// One line for each allocator of which rows are folded.
std::string TableWriter::layerNotes() const {
  if (Profile.Folded.empty())
    return "";
  constexpr size_t MostAbove = 3;
  std::string Text = wrapped("Not above, as it is in the rows of the allocators that hand it "
                             "out (--all-layers shows it):");
  for (const FoldedLayer &Each : Profile.Folded) {
    std::vector<std::string> Above;
    for (NameId Allocator : Each.Above)
      Above.push_back(displayText(Names[Allocator]));
    Text += wrapped(fmt::format("  {} below {}: {}{} in {} call{}, {} site{}",
                                displayText(Names[Each.Allocator]), someOf(Above, MostAbove),
                                bytes(Each.Sum.Bytes), Style.RawBytes ? " bytes" : "",
                                number(Each.Sum.Calls), Each.Sum.Calls == 1 ? "" : "s",
                                number(Each.SiteCount), Each.SiteCount == 1 ? "" : "s"),
                    4);
  }
  return Text;
}

/// Of an allocator of which much is asked for in chains that are of a library alone.
std::string TableWriter::libraryNotes() const {
  constexpr double LeastShare = 0.05;
  if (Style.By != GroupBy::Site && Style.By != GroupBy::Chain)
    return "";
  std::map<std::pair<NameId, std::string>, double> Bytes;
  for (const Group &Each : Profile.Groups) {
    if (Each.Allocator == NoName || Each.HeaviestSite == NoName)
      continue;
    std::string Rule = libraryRule(Each.HeaviestChain, Names[Each.HeaviestSite], Names);
    if (!Rule.empty())
      Bytes[{Each.Allocator, Rule}] += double(Each.Sum.Bytes);
  }
  std::set<std::string> Rules;
  for (const auto &[Of, Sum] : Bytes)
    if (Sum && Sum >= LeastShare * double(Totals.at(Of.first).Bytes))
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

/// Of functions that are left out, since they allocate for others.
std::string TableWriter::wrapperNotes() const {
  if (Profile.ShownThrough.empty())
    return "";
  constexpr size_t MostWrappers = 8;
  std::vector<std::string> Wrappers;
  for (const Wrapper &Each : Profile.ShownThrough)
    Wrappers.push_back(fmt::format("{} ({} of {} calls of {})", displayText(Each.Function),
                                   number(Each.Calls), number(Totals.at(Each.Allocator).Calls),
                                   displayText(Names[Each.Allocator])));
  return wrapped(fmt::format(
      "Wrappers shown through: {}. Their callers stand for them, by the place of the call "
      "where "
      "the program was built with -g (+2: of two calls more); --no-hide shows the wrappers, "
      "--save-rules FILE writes rules with which the next build counts each call apart.",
      someOf(Wrappers, MostWrappers)));
}

/// Of calls that made nothing, which no table has.
std::string TableWriter::failedNotes() const {
  std::string Text;
  for (const FailedCalls &Each : Profile.Failed)
    Text += fmt::format("{} call{} of {} failed, in no figure above; largest request {}\n",
                        number(Each.Sum.Calls), Each.Sum.Calls == 1 ? "" : "s",
                        displayText(Names[Each.Allocator]), bytes(Each.Sum.LargestSize));
  return Text;
}

/// Where the source was read, what a new-expression or a container makes has a type.
bool TableWriter::lacksTypesOfNew() const {
  return Style.By == GroupBy::Type &&
         std::any_of(Profile.Groups.begin(), Profile.Groups.end(), [&](const Group &Each) {
           constexpr std::string_view New = "operator new";
           return Names[Each.Type] == "-" && Each.Allocator != NoName &&
                  Names[Each.Allocator].substr(0, New.size()) == New &&
                  Each.Sum.Calls > Totals.at(Each.Allocator).Calls / 2;
         });
}

static constexpr char NoAllocations[] =
    "Where the program has made some, its allocators have names that are not known, or are "
    "called through pointers: `allocsite discover` proposes rules for them.";

/// Why there is nothing to show.
std::string TableWriter::emptyText() const {
  if (!Profile.HadRows)
    return "no allocations\n" + (Style.Lacks.empty() ? wrapped(NoAllocations) : "");
  std::string Text = "no allocation matches\n";
  for (const std::string &Miss : Profile.Misses)
    Text += wrapped(Miss);
  return Text;
}

std::string TableWriter::text() const {
  std::string Text = Profile.Groups.empty() ? emptyText() + failedNotes() : fullText();
  for (const std::string &Lack : Style.Lacks)
    Text += wrapped(fmt::format("Coverage: {}.", displayText(Lack)));
  return Text;
}

std::string TableWriter::leftOutText() const {
  std::vector<std::string> Words;
  for (Measure Each : Dropped)
    Words.emplace_back(columnOf(Each).Word);
  return fmt::format("No room for {}: --width N shows more, --sort one of them, and the other "
                     "formats all.",
                     fmt::join(Words, ", "));
}

std::string TableWriter::fullText() const {
  std::string Text;
  if (Style.By != GroupBy::Allocator)
    Text += allocatorTable() + '\n';
  Text += groupTable();
  if (Profile.Groups.size() < Profile.GroupCount)
    Text +=
        fmt::format("{} of {} {} shown; --top 0 shows all\n", number(Profile.Groups.size()),
                    number(Profile.GroupCount), groupNoun());
  if (!Dropped.empty())
    Text += wrapped(leftOutText());
  Text += layerNotes();
  Text += failedNotes();
  Text += wrapperNotes();
  Text += libraryNotes();
  if (std::any_of(Profile.Allocators.begin(), Profile.Allocators.end(),
                  [](const AllocatorTotal &Each) { return !Each.Sum.LargestSize; }))
    Text += wrapped(fmt::format("Bytes ?: it was asked for none, or its rule tells no size "
                                "(size=unknown){}.",
                                Style.Sort == Measure::Bytes ? "; see --sort calls" : ""));
  if (lacksTypesOfNew())
    Text += wrapped("Type -: of operator new it is known where the source was read, by "
                    "-fplugin=AllocSite.so.");
  if (Totals.count(NoName))
    Text += wrapped("Allocator -: the log does not name it. Where it stands for several that "
                    "nest, its sum counts bytes twice.");
  if (Profile.Allocators.size() > 1)
    Text +=
        wrapped("No total over all allocators: they may nest (an arena over malloc), "
                "which would count bytes twice. Rows stand together by allocator; % of own: "
                "the share of the row's own allocator.");
  return Text;
}

} // namespace

std::string allocsite::tableText(const GroupedProfile &Profile, const NameTable &Names,
                                 const TableStyle &Style) {
  return TableWriter(Profile, Names, Style).text();
}
