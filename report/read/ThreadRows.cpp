//===- ThreadRows.cpp - Which threads have counted a row ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRows.h"

#include "support/Message.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

using namespace allocsite;

ThreadRows::Key ThreadRows::keyOf(const LogRow &Of) {
  const uint64_t Size = Of[Measure::Size];
  return {Of.Chain,       Of.Allocator,         Of.Type,      Of.Site, Of.Through,
          uint32_t(Size), uint32_t(Size >> 32), Of.isFailed()};
}

ThreadRows ThreadRows::read(LogTables &Of, const LogStacks &Stacks, Profile &To) {
  ThreadRows Its;
  auto Table = Of.find("threads");
  if (!Table || !*Table) // readRun() says what is wrong with the file
    return Its;
  std::map<std::pair<NameId, NameId>, NameId> NameOf; ///< by name and number of the thread
  MemorySource Lines((*Table)->Text);
  auto Shape = readAllocationLog(
      Lines, (*Table)->Source, To.Names, [&](const LogRow *Rows, size_t Size) -> MaybeError {
        for (const LogRow *Row = Rows; Row != Rows + Size; ++Row) {
          if (Row->isNothing() || Row->ThreadId == NoName)
            continue;
          auto [Named, IsNew] = NameOf.try_emplace({Row->Thread, Row->ThreadId});
          if (IsNew) {
            auto Name = To.Names.intern(
                fmt::format("{} [{}]", To.Names[Row->Thread], To.Names[Row->ThreadId]));
            if (!Name)
              return Error{"more names than a profile can hold"};
            Named->second = *Name;
          }
          const uint32_t At = Its.Keys.intern(keyOf(*Row));
          Its.Counts.resize(Its.Keys.size());
          Its.Counts[At].push_back({Named->second, Stacks.chainOf(Row->Frame),
                                    (*Row)[Measure::Calls], (*Row)[Measure::Bytes]});
        }
        return {};
      });
  if (Shape)
    return Its;
  printWarning(Shape.error().What + "; threads are not told apart");
  return ThreadRows();
}

static bool isZero(const LogRow &Of) {
  for (unsigned I = 0; I != MeasureCount; ++I)
    if (Of.Values[I] && Measure(I) != Measure::Size && Measure(I) != Measure::NotFollowed)
      return false;
  return true;
}

/// Divides a row among the threads that have counted \p Of. False if these say more than it has.
bool ThreadRows::dividePart(const ChosenRow &Part, const std::vector<Count> &Of,
                            bool MarksShared, std::deque<LogRow> &Parts,
                            std::vector<ChosenRow> &To) const {
  const LogRow &Whole = *Part.Row;
  std::map<NameId, Count> ByThread;
  uint64_t Calls = 0, Bytes = 0;
  for (const Count &Each : Of) {
    Count &Sum = ByThread.try_emplace(Each.Thread).first->second;
    Sum.Calls = saturatingAdd(Sum.Calls, Each.Calls);
    Sum.Bytes = saturatingAdd(Sum.Bytes, Each.Bytes);
    Calls = saturatingAdd(Calls, Each.Calls);
    Bytes = saturatingAdd(Bytes, Each.Bytes);
  }
  if (ByThread.empty() || Calls > Whole[Measure::Calls] || Bytes > Whole[Measure::Bytes])
    return false;
  if (ByThread.size() == 1 && Calls == Whole[Measure::Calls]) {
    To.push_back(Part.with(Whole, ByThread.begin()->first));
    return true;
  }
  for (const auto &[Thread, Its] : ByThread) {
    LogRow &Made = Parts.emplace_back(Whole);
    Made.Values.fill(0);
    Made.IsSampled = false;
    Made[Measure::Size] = Whole[Measure::Size];
    Made[Measure::Calls] = Its.Calls;
    Made[Measure::Bytes] = Its.Bytes;
    if (!Whole.isFailed() && (MarksShared || !Whole.FollowsBlocks))
      Made[Measure::NotFollowed] = Its.Calls;
    To.push_back(Part.with(Made, Thread));
  }
  LogRow &Rest = Parts.emplace_back(Whole);
  Rest[Measure::Calls] -= Calls;
  Rest[Measure::Bytes] -= Bytes;
  if (MarksShared || !Whole.FollowsBlocks)
    Rest[Measure::NotFollowed] = std::min(Rest[Measure::NotFollowed], Rest[Measure::Calls]);
  if (!isZero(Rest) || Rest[Measure::NotFollowed])
    To.push_back(Part.with(Rest, NoName));
  return true;
}

void ThreadRows::divide(const LogRow &Whole, const std::vector<ChosenRow> &ByStack,
                        bool MarksShared, std::deque<LogRow> &Parts,
                        std::vector<ChosenRow> &To) const {
  const std::optional<uint32_t> At = Keys.find(keyOf(Whole));
  if (!At) {
    To.insert(To.end(), ByStack.begin(), ByStack.end());
    return;
  }
  const std::vector<Count> &Its = Counts[*At]; // at least one
  const bool TellsStacks = std::all_of(
      Its.begin(), Its.end(), [](const Count &Each) { return Each.Stack != NoChain; });
  const bool IsOfOne = std::all_of(Its.begin(), Its.end(), [&](const Count &Each) {
    return Each.Thread == Its.front().Thread;
  });
  uint64_t Calls = 0;
  for (const Count &Each : Its)
    Calls = saturatingAdd(Calls, Each.Calls);
  if (ByStack.size() > 1 && IsOfOne && Calls == Whole[Measure::Calls]) {
    for (const ChosenRow &Each : ByStack)
      To.push_back(Each.with(*Each.Row, Its.front().Thread));
    return;
  }
  if (ByStack.size() > 1 && !TellsStacks) {
    if (!MarksShared || !dividePart({&Whole, NoChain, NoName, ByStack.front().Number}, Its,
                                    MarksShared, Parts, To))
      To.insert(To.end(), ByStack.begin(), ByStack.end());
    return;
  }
  for (const ChosenRow &Each : ByStack) {
    std::vector<Count> OfStack;
    std::copy_if(Its.begin(), Its.end(), std::back_inserter(OfStack), [&](const Count &Of) {
      return ByStack.size() == 1 || Of.Stack == Each.Stack;
    });
    if (!dividePart(Each, OfStack, MarksShared, Parts, To))
      To.push_back(Each);
  }
}
