//===- LogRows.cpp - The rows of a log, in a profile ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogRows.h"

#include "support/DisplayText.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

using namespace allocsite;

namespace {

/// Divides rows among their stacks and threads.
class RowParts {
public:
  RowParts(LogStacks *Stacks, const ThreadRows *Threads, bool MarksShared)
      : Stacks(Stacks), Threads(Threads), MarksShared(MarksShared) {}

  /// Adds \p Row, which is row \p Number of its log, to \p To. What is added lives until
  /// clear().
  void add(const LogRow &Row, uint64_t Number, std::vector<ChosenRow> &To) {
    if (!Threads || Threads->isEmpty())
      return addStacks(Row, Number, To);
    ByStack.clear();
    addStacks(Row, Number, ByStack);
    Threads->divide(Row, ByStack, MarksShared, Parts, To);
  }
  void clear() { Parts.clear(); }

private:
  void addStacks(const LogRow &Row, uint64_t Number, std::vector<ChosenRow> &To) {
    const size_t Before = To.size();
    uint64_t Calls = 0;
    if (Stacks && Row.Frame)
      return To.push_back({&Row, Stacks->chainOf(Row.Frame), NoName, Number, Row.Frame});
    if (Stacks)
      for (const LogStacks::Part &Each : Stacks->partsOf(Number)) {
        if (!Each.Values) {
          To.push_back({&Row, Each.Chain, NoName, Number, Each.Frame});
          return;
        }
        LogRow &Part = Parts.emplace_back(Row);
        Part.Values = *Each.Values;
        Part[Measure::Size] = Row[Measure::Size];
        if (Row[Measure::NotFollowed] == Row[Measure::Calls])
          Part[Measure::NotFollowed] = Part[Measure::Calls];
        Calls += Part[Measure::Calls];
        To.push_back({&Part, Each.Chain, NoName, Number, Each.Frame});
      }
    if (To.size() > Before && Calls == Row[Measure::Calls])
      return;
    To.resize(Before); // not of this log
    To.push_back({&Row, NoChain, NoName, Number});
  }

  LogStacks *Stacks;
  const ThreadRows *Threads;
  bool MarksShared;
  std::deque<LogRow> Parts;
  std::vector<ChosenRow> ByStack;
};

/// Adds the rows of a log to a profile.
class LogRows {
public:
  /// \p Process: of all rows.
  LogRows(Profile &To, unsigned Side, NameId Process)
      : To(To), Side(Side), Process(Process), NotFollowed(To.column(Measure::NotFollowed)) {}

  /// Looks rows up in groups and prefetches for a whole group at each step, as look-ups mostly
  /// wait for memory.
  MaybeError add(const std::vector<ChosenRow> &Rows) {
    RowKey Keys[GroupSize];
    for (size_t First = 0; First < Rows.size(); First += GroupSize) {
      const LogRow *Group[GroupSize];
      const size_t Count = std::min(GroupSize, Rows.size() - First);
      for (size_t I = 0; I != Count; ++I)
        Group[I] = Rows[First + I].Row;
      ChainId Chains[GroupSize];
      chainsOf(Group, Count, Chains);
      for (size_t I = 0; I != Count; ++I)
        if (Rows[First + I].Stack != NoChain)
          Chains[I] = Rows[First + I].Stack;
      for (size_t I = 0; I != Count; ++I) {
        Keys[I] = keyOf(Rows[First + I], Chains[I]);
        To.prefetchRow(Keys[I]);
      }
      for (size_t I = 0; I != Count; ++I)
        To.prefetchValues(Keys[I], Side);
      for (size_t I = 0; I != Count; ++I)
        if (auto Failure = add(Rows[First + I], Keys[I]))
          return Failure;
    }
    return {};
  }

  /// Adds the columns, in the order of the list of measures.
  void begin(const LogShape &Shape) {
    To.tellMeasures(Side, Shape.Measures);
    for (Measure Each : {Measure::Calls, Measure::Bytes})
      ColumnOf[unsigned(Each)] = To.internColumn(Each);
    if (hasMeasure(Shape.Measures, Measure::NotFollowed) ||
        hasMeasure(Shape.Measures, Measure::Live))
      NotFollowed = To.internNotFollowed();
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (isColumn(Measure(I)) && Shape.Measures[I])
        ColumnOf[I] = To.internColumn(Measure(I));
  }

  void finish() {
    for (auto [Row, Calls] : Unseen)
      if (!Seen.count(To.row(Row).Allocator))
        To.add(Row, *NotFollowed, Side, Calls);
  }

private:
  static constexpr size_t GroupSize = 32;

  RowKey keyOf(const ChosenRow &Of, ChainId Chain) const {
    const LogRow &Row = *Of.Row;
    RowKey Key;
    Key.Process = Process;
    Key.Thread = Of.Thread;
    Key.Chain = Chain;
    Key.Allocator = Row.Allocator;
    Key.Type = Row.Type;
    Key.Site = Row.Site;
    Key.Through = Row.Through;
    Key.setSize(Row[Measure::Size]);
    Key.IsFailed = Row.isFailed();
    return Key;
  }

  MaybeError add(const ChosenRow &Of, const RowKey &Key) {
    const LogRow &Row = *Of.Row;
    auto At = To.internRow(Key);
    if (!At)
      return At.error();
    To.addOrigin({Of.Number, Of.Frame, Side, *At});
    for (unsigned I = 0; I != MeasureCount; ++I)
      if (Row.Values[I] && ColumnOf[I])
        To.add(*At, *ColumnOf[I], Side, Row.Values[I]);
    const uint64_t Lacks = Row[Measure::NotFollowed];
    if (Row[Measure::Sampled])
      Seen.insert(Row.Allocator);
    else if (Row.IsSampled && Lacks)
      Unseen.emplace_back(*At, Lacks);
    if (NotFollowed && !Row.IsSampled)
      To.add(*At, *NotFollowed, Side, Lacks);
    return {};
  }

  /// False for the size, which is part of a row's key, and for not-followed, which has a
  /// column where some source follows blocks.
  static bool isColumn(Measure Of) {
    return Of != Measure::Size && Of != Measure::NotFollowed;
  }
  FrameId frameOf(NameId Function) {
    if (Function >= FrameOf.size())
      FrameOf.resize(To.Names.size(), NoFrame);
    if (FrameOf[Function] == NoFrame)
      FrameOf[Function] = To.internFrame({Function});
    return FrameOf[Function];
  }

  /// Finds the chains of rows, without missing frames at their ends. Looks up the four frames
  /// of a row at once; interns them one by one only for the first row that has them.
  void chainsOf(const LogRow *const *Rows, size_t Count, ChainId *Chains) {
    CallChain Keys[GroupSize];
    for (size_t I = 0; I != Count; ++I) {
      Keys[I] = Rows[I]->Chain;
      KnownChains.prefetch(Keys[I]);
    }
    for (size_t I = 0; I != Count; ++I)
      KnownChains.prefetchKey(Keys[I]);
    uint32_t Ids[GroupSize];
    size_t New[GroupSize], NewCount = 0; ///< indices of Keys
    for (size_t I = 0; I != Count; ++I) {
      Ids[I] = KnownChains.intern(Keys[I]);
      if (Ids[I] == ChainOf.size()) {
        ChainOf.push_back(NoChain);
        New[NewCount++] = I;
      }
    }
    for (size_t Frame = CallChain().size(); Frame--;) {
      auto isLeftOut = [&](size_t I) {
        return ChainOf[Ids[I]] == NoChain && Keys[I][Frame] == NoName;
      };
      for (size_t I = 0; I != NewCount; ++I)
        if (!isLeftOut(New[I]))
          To.prefetchChain(frameOf(Keys[New[I]][Frame]), ChainOf[Ids[New[I]]]);
      for (size_t I = 0; I != NewCount; ++I)
        if (!isLeftOut(New[I])) {
          ChainId &Chain = ChainOf[Ids[New[I]]];
          Chain = To.internChain(frameOf(Keys[New[I]][Frame]), Chain);
        }
    }
    for (size_t I = 0; I != Count; ++I)
      Chains[I] = ChainOf[Ids[I]];
  }

  Profile &To;
  unsigned Side;
  NameId Process;
  std::optional<ColumnId> NotFollowed;
  std::optional<ColumnId> ColumnOf[MeasureCount]; ///< of the log's measures
  KeySet<CallChain> KnownChains;
  LargeVector<ChainId> ChainOf; ///< by number in KnownChains
  static constexpr FrameId NoFrame = UINT32_MAX;
  LargeVector<FrameId> FrameOf; ///< by name; NoFrame: not yet asked for
  // With sample=: the allocators with a sampled block, and the calls of rows without one.
  std::set<NameId> Seen;
  std::vector<std::pair<RowId, uint64_t>> Unseen;
};

} // namespace

Expected<LogShape> allocsite::readLog(ByteSource &Source, const std::string &Called,
                                      Profile &To, Run &Of, const MarkRange &Range,
                                      LogStacks *Stacks, const ThreadRows *Threads) {
  auto Process = To.kept().Process ? To.Names.intern(processName(Of)) : std::optional(NoName);
  LogRows Rows(To, Of.Side, Process.value_or(NoName));
  RowParts Whole(Stacks, Threads, To.kept().MarksShared);
  uint64_t Number = 0;
  MarkWindow Window(Range);
  const bool IsWhole = Range.isEmpty();
  std::vector<ChosenRow> Chosen;
  auto Shape = readAllocationLog(
      Source, Called, To.Names,
      [&](const LogRow *Some, size_t Count) {
        Chosen.clear();
        Whole.clear();
        for (const LogRow *Row = Some; Row != Some + Count; ++Row, ++Number)
          if ((IsWhole || Window.includes(To.Names[Row->Mark], To.Names[Row->Seconds])) &&
              !Row->isNothing())
            Whole.add(*Row, Number + 1, Chosen);
        return Rows.add(Chosen);
      },
      [&](const LogShape &Its) { Rows.begin(Its); });
  if (!Shape)
    return Shape;
  if (auto Failure = Window.finish())
    return Error{displayText(Called) + ": " + Failure->What};
  Rows.finish();
  Of.HasStacks = Stacks && !Stacks->isEmpty();
  Of.HasThreads = Threads && !Threads->isEmpty();
  Of.HasAllocators = Shape->HasAllocator;
  Of.HasTypes = Shape->HasType;
  Of.HasSites = Shape->HasSite;
  Of.HasThrough = Shape->HasThrough;
  return Shape;
}
