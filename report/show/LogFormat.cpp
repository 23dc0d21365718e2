//===- LogFormat.cpp - A profile as a log ---------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogFormat.h"

#include "profile/Measures.h"
#include "profile/System.h"
#include "support/Quoted.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

using namespace allocsite;

namespace {

constexpr size_t FrameCount = LogFrames;

void addNumber(std::string &To, uint64_t Number) {
  char Digits[20];
  To.append(Digits, std::to_chars(Digits, std::end(Digits), Number).ptr);
}

class LogWriter {
public:
  LogWriter(const Profile &Of, int Descriptor) : Of(Of), Descriptor(Descriptor) {
    for (unsigned I = 0; I != MeasureCount; ++I)
      ColumnOf[I] = Of.column(Measure(I));
  }

  int write() {
    header();
    for (const Line &Each : lines()) {
      line(Each);
      if (Text.size() > FlushBytes)
        flush();
      if (Code)
        return Code;
    }
    flush();
    return Code;
  }

  /// As CsvTable::writeStacks() makes them; empty if no chain is longer than a row of a log.
  StackTables stacks() {
    StackTables Made;
    if (!hasLongChains())
      return Made;
    Made.Frames = "function,file,line,caller\n";
    Made.Stacks = "row,frame";
    forEachMeasure(
        [&](unsigned I) { Made.Stacks += fmt::format(",{}", MeasureColumns[I].Title); });
    Made.Stacks += '\n';
    uint64_t Number = 0;
    for (const Line &Each : lines()) {
      ++Number;
      for (RowId Row : Each) {
        const uint32_t Frame = frameOf(Of.row(Row).Chain, Made.Frames);
        Made.Stacks += fmt::format("{},{}", Number, Frame);
        forEachMeasure([&](unsigned I) {
          Made.Stacks += ',';
          if (Each.size() > 1)
            addNumber(Made.Stacks, valueOf({Row}, I));
        });
        Made.Stacks += '\n';
      }
    }
    return Made;
  }

private:
  static constexpr size_t FlushBytes = 1 << 20;

  /// The rows, of different stacks, that are one line of a log.
  using Line = std::vector<RowId>;

  template <typename UseT> void forEachMeasure(UseT Use) const {
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (MeasureColumns[I].isAlways())
        Use(I);
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (isAppended(I))
        Use(I);
  }

  bool hasLongChains() const {
    for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
      ChainId Chain = Of.row(Row).Chain;
      for (size_t I = 0; Chain != NoChain; ++I, Chain = Of.link(Chain).Caller)
        if (I == FrameCount || Of.frame(Of.link(Chain).At).Line)
          return true;
    }
    return false;
  }

  /// The number of the frame that a chain begins with; adds it and its callers to \p Text.
  uint32_t frameOf(ChainId Chain, std::string &Text) {
    std::vector<ChainId> New;
    for (; Chain != NoChain && !FrameNumbers.count(Chain); Chain = Of.link(Chain).Caller)
      New.push_back(Chain);
    uint32_t Caller = Chain == NoChain ? 0 : FrameNumbers[Chain];
    while (!New.empty()) {
      const Frame &Its = Of.frame(Of.link(New.back()).At);
      Text +=
          fmt::format("{},{},{},{}\n", csvCell(Of.Names[Its.Function]),
                      Its.File == NoName ? "" : csvCell(Of.Names[Its.File]), Its.Line, Caller);
      Caller = FrameNumbers[New.back()] = uint32_t(FrameNumbers.size() + 1);
      New.pop_back();
    }
    return Caller;
  }

  std::array<NameId, FrameCount> framesOf(RowId Row) const {
    std::array<NameId, FrameCount> Frames{};
    ChainId Chain = Of.row(Row).Chain;
    for (size_t I = 0; I != FrameCount && Chain != NoChain; ++I) {
      Frames[I] = Of.frame(Of.link(Chain).At).Function;
      Chain = Of.link(Chain).Caller;
    }
    return Frames;
  }

  /// The lines sorted by name. Compares ranks of names, as comparing texts for each pair of
  /// rows would take long. Most rows differ in the ranks of their first two frames.
  std::vector<Line> lines() const {
    std::vector<NameId> ByText(Of.Names.size());
    std::iota(ByText.begin(), ByText.end(), 0);
    std::sort(ByText.begin(), ByText.end(),
              [&](NameId A, NameId B) { return Of.Names[A] < Of.Names[B]; });
    std::vector<uint32_t> Rank(ByText.size());
    for (uint32_t I = 0; I != ByText.size(); ++I)
      Rank[ByText[I]] = I;
    auto key = [&](RowId Row) {
      const RowKey &Is = Of.row(Row);
      std::array<uint64_t, FrameCount + 6> Key{};
      size_t At = 0;
      for (NameId Frame : framesOf(Row))
        Key[At++] = Rank[Frame];
      for (uint64_t Each :
           {uint64_t(Rank[Is.Allocator]), uint64_t(Rank[Is.Type]), uint64_t(Rank[Is.Site]),
            uint64_t(Rank[Is.Through]), Is.size(), uint64_t(Is.IsFailed)})
        Key[At++] = Each;
      return Key;
    };
    std::vector<std::pair<uint64_t, RowId>> ByFrames;
    ByFrames.reserve(Of.rowCount());
    for (RowId Row = 0; Row != Of.rowCount(); ++Row) {
      const auto Frames = framesOf(Row);
      ByFrames.emplace_back(uint64_t(Rank[Frames[0]]) << 32 | Rank[Frames[1]], Row);
    }
    std::sort(ByFrames.begin(), ByFrames.end(), [&](const auto &A, const auto &B) {
      return A.first != B.first ? A.first < B.first : key(A.second) < key(B.second);
    });
    std::vector<Line> Lines;
    for (size_t I = 0; I != ByFrames.size(); ++I) {
      const RowId Row = ByFrames[I].second;
      if (I && ByFrames[I].first == ByFrames[I - 1].first &&
          key(Row) == key(ByFrames[I - 1].second))
        Lines.back().push_back(Row);
      else
        Lines.push_back({Row});
    }
    for (Line &Each : Lines)
      std::sort(Each.begin(), Each.end(), [&](RowId A, RowId B) {
        return isChainBefore(Of.row(A).Chain, Of.row(B).Chain, Rank);
      });
    return Lines;
  }

  /// By names from the innermost frame on, then by files and lines. A caller's own chain comes
  /// before those that go on.
  bool isChainBefore(ChainId A, ChainId B, const std::vector<uint32_t> &Rank) const {
    auto key = [&](ChainId Chain) {
      const Frame &Its = Of.frame(Of.link(Chain).At);
      return std::tuple(Rank[Its.Function], Its.File == NoName ? 0 : Rank[Its.File] + 1,
                        Its.Line);
    };
    while (A != B && A != NoChain && B != NoChain) {
      if (const auto KeyA = key(A), KeyB = key(B); KeyA != KeyB)
        return KeyA < KeyB;
      A = Of.link(A).Caller;
      B = Of.link(B).Caller;
    }
    return A == NoChain && B != NoChain;
  }

  void cell(std::string_view Name) { addCsvCell(Text, Name); }

  bool isAppended(unsigned I) const {
    return (MeasureColumns[I].Modes & ~ModeReader) && ColumnOf[I];
  }

  /// Whether the cells of live memory are left empty. If a number is known in part, readers
  /// can tell from calls, live and freed how much is missing; but not if it is an estimate.
  bool isNotKnown(const Line &Rows) const {
    auto value = [&](Measure Of) { return valueOf(Rows, unsigned(Of)); };
    const uint64_t Lacks = value(Measure::NotFollowed);
    return Lacks && (value(Measure::Sampled) || Lacks >= value(Measure::Calls));
  }

  void header() {
    for (size_t I = 0; I != FrameCount; ++I)
      Text += fmt::format("{}pc{}", I ? "," : "", I);
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (MeasureColumns[I].isAlways())
        Text += fmt::format(",{}", MeasureColumns[I].Title);
    Text += ",allocator,type,site";
    if (HasThrough)
      Text += ",through";
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (isAppended(I))
        Text += fmt::format(",{}", MeasureColumns[I].Title);
    Text += '\n';
  }

  uint64_t valueOf(const Line &Rows, unsigned I) const {
    if (MeasureColumns[I].Merge == MeasureMerge::Range)
      return Of.row(Rows.front()).size();
    uint64_t Sum = Of.value(Rows.front(), ColumnOf[I], 0);
    for (size_t Row = 1; Row != Rows.size(); ++Row)
      Sum = merged(MeasureColumns[I].Merge, Sum, Of.value(Rows[Row], ColumnOf[I], 0));
    return Sum;
  }
  void number(const Line &Rows, unsigned I) {
    Text += ',';
    addNumber(Text, valueOf(Rows, I));
  }

  void line(const Line &Row) {
    const RowKey &Is = Of.row(Row.front());
    const std::array<NameId, FrameCount> Frames = framesOf(Row.front());
    for (size_t I = 0; I != FrameCount; ++I) {
      Text += I ? "," : "";
      cell(Of.Names[Frames[I]]);
    }
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (MeasureColumns[I].isAlways())
        number(Row, I);
    Text += ',';
    // Failed calls are marked behind the allocator's name (read/AllocationLog.h).
    if (Is.IsFailed)
      cell(std::string(Of.Names[Is.Allocator]) + " (failed)");
    else
      cell(Of.Names[Is.Allocator]);
    for (NameId Each : {Is.Type, Is.Site}) {
      Text += ',';
      cell(Of.Names[Each]);
    }
    if (HasThrough) {
      Text += ',';
      cell(Of.Names[Is.Through]);
    }
    const bool IsNotKnown = isNotKnown(Row);
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (isAppended(I) && IsNotKnown)
        Text += ','; // for sampled, too: 0 would say that the sample saw no block
      else if (isAppended(I))
        number(Row, I);
    Text += '\n';
  }

  void flush() {
    if (!Code)
      Code = writeAll(Descriptor, Text.data(), Text.size());
    Text.clear();
  }

  const Profile &Of;
  int Descriptor;
  const bool HasThrough = std::any_of(Of.Runs.begin(), Of.Runs.end(),
                                      [](const Run &Each) { return Each.HasThrough; });
  std::array<std::optional<ColumnId>, MeasureCount> ColumnOf;
  std::map<ChainId, uint32_t> FrameNumbers;
  std::string Text;
  int Code = 0;
};

} // namespace

std::string allocsite::placesText(const Profile &Of) {
  std::vector<std::string> Lines;
  for (const auto &[Ends, Place] : Of.Places.all())
    Lines.push_back(fmt::format("{},{},{},{}\n", csvCell(Of.Names[Ends.first]),
                                csvCell(Of.Names[Ends.second]), csvCell(Of.Names[Place.First]),
                                Place.Count));
  if (Lines.empty())
    return "";
  // Sort, so that the order of reading does not matter.
  std::sort(Lines.begin(), Lines.end());
  return fmt::format("callee,caller,first place,places\n{}", fmt::join(Lines, ""));
}

std::string allocsite::modulesText(const Profile &Of) {
  std::vector<std::string> Lines;
  for (const auto &[Function, Module] : Of.Modules)
    if (Module != NoName)
      Lines.push_back(
          fmt::format("{},{}\n", csvCell(Of.Names[Function]), csvCell(Of.Names[Module])));
  if (Lines.empty())
    return "";
  std::sort(Lines.begin(), Lines.end());
  return fmt::format("function,module\n{}", fmt::join(Lines, ""));
}

StackTables allocsite::stackTables(const Profile &Of) { return LogWriter(Of, -1).stacks(); }

int allocsite::writeLog(const Profile &Of, int Descriptor) {
  return LogWriter(Of, Descriptor).write();
}
