//===- Advice.cpp - What a program could allocate less --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice.h"

#include "Followed.h"
#include "HeapSizes.h"

#include "view/Sites.h"
#include "view/Where.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

using namespace allocsite;

static void sortAdvice(std::vector<Advice> &All, const Profile &In) {
  std::sort(All.begin(), All.end(), [&In](const Advice &A, const Advice &B) {
    if (std::tie(A.SavedCalls, A.SavedBytes) != std::tie(B.SavedCalls, B.SavedBytes))
      return std::tie(A.SavedCalls, A.SavedBytes) > std::tie(B.SavedCalls, B.SavedBytes);
    return In.Names[In.row(A.Row).Site] < In.Names[In.row(B.Row).Site];
  });
}

namespace {

/// Sums over the blocks of one size, or of several.
struct Blocks {
  uint64_t Calls = 0, Bytes = 0, Live = 0, PeakBytes = 0, Freed = 0, Temporary = 0;

  void operator+=(const Blocks &More) {
    Calls = saturatingAdd(Calls, More.Calls);
    Bytes = saturatingAdd(Bytes, More.Bytes);
    Live = saturatingAdd(Live, More.Live);
    PeakBytes = saturatingAdd(PeakBytes, More.PeakBytes);
    Freed = saturatingAdd(Freed, More.Freed);
    Temporary = saturatingAdd(Temporary, More.Temporary);
  }
  /// True if at least 99 % of the blocks are known to be live or freed.
  bool wereFollowed() const {
    return Calls && double(saturatingAdd(Live, Freed)) >= 0.99 * double(Calls);
  }
};

using BySize = std::map<uint64_t, Blocks>;

Blocks sumOf(const BySize &Sizes) {
  Blocks Sum;
  for (const auto &Each : Sizes)
    Sum += Each.second;
  return Sum;
}

class Adviser {
public:
  Adviser(const Profile &Of, const AdviceThresholds &Least)
      : Of(Of), Least(Least), Places(Of) {}

  MaybeError start() {
    for (auto [Which, To] :
         {std::pair(Measure::Calls, &Calls), std::pair(Measure::Bytes, &Bytes),
          std::pair(Measure::Live, &Live), std::pair(Measure::PeakBytes, &Peak),
          std::pair(Measure::Freed, &Freed), std::pair(Measure::Temporary, &Temporary)}) {
      auto Found = Of.column(Which);
      if (!Found)
        return Error{noColumn(columnOf(Which))};
      *To = *Found;
    }
    // Optional columns: without them there is no advice on realloc.
    Moved = Of.column(Measure::Moved);
    InPlace = Of.column(Measure::InPlace);
    Copied = Of.column(Measure::Copied);
    OwnPeak = Of.column(Measure::OwnPeak);
    return {};
  }

  /// The number of chains that adviseReserve() skipped because own peaks are missing.
  size_t Unproven = 0;

  std::vector<Advice> advise(const std::function<bool(RowId)> &Only) {
    std::vector<std::vector<RowId>> RowsOf(Places.size());
    for (RowId Row = 0; Row != Of.rowCount(); ++Row)
      if (!Of.row(Row).IsFailed && (!Only || Only(Row)))
        RowsOf[Places.of(Row)].push_back(Row);
    for (const std::vector<RowId> &Rows : RowsOf)
      if (!Rows.empty())
        adviseSite(Rows);
    sortAdvice(All, Of);
    return std::move(All);
  }

private:
  Blocks blocksOf(RowId Row) const {
    Blocks Its;
    Its.Calls = Of.value(Row, Calls, 0);
    Its.Bytes = Of.value(Row, Bytes, 0);
    Its.Live = Of.value(Row, Live, 0);
    Its.PeakBytes = Of.value(Row, Peak, 0);
    Its.Freed = Of.value(Row, Freed, 0);
    Its.Temporary = Of.value(Row, Temporary, 0);
    return Its;
  }

  BySize bySize(const std::vector<RowId> &Rows) const {
    BySize Sizes;
    for (RowId Row : Rows)
      Sizes[Of.row(Row).size()] += blocksOf(Row);
    return Sizes;
  }

  RowId heaviest(const std::vector<RowId> &Rows) const {
    return *std::max_element(Rows.begin(), Rows.end(), [this](RowId A, RowId B) {
      return Of.value(A, Calls, 0) < Of.value(B, Calls, 0);
    });
  }

  /// Gives at most one piece of advice for a site: blocks that grow are not also called
  /// temporary.
  void adviseSite(const std::vector<RowId> &Rows) {
    const BySize Sizes = bySize(Rows);
    const Blocks Sum = sumOf(Sizes);
    if (!Sum.wereFollowed())
      return;
    bool Grows = false;
    std::map<ChainId, std::vector<RowId>> Chains;
    for (RowId Row : Rows)
      Chains[Of.row(Row).Chain].push_back(Row);
    for (const auto &Each : Chains)
      Grows |= adviseReserve(Each.second) || adviseGrow(Each.second);
    if (!Grows && !adviseReuse(Rows, Sizes, Sum))
      adviseArena(Rows, Sizes, Sum);
  }

  bool adviseReuse(const std::vector<RowId> &Rows, const BySize &Sizes, const Blocks &Sum) {
    if (Sum.Calls < Least.LeastCalls ||
        double(Sum.Temporary) < Least.LeastTemporary * double(Sum.Calls))
      return false;
    uint64_t Saved = 0;
    for (const auto &[Size, Its] : Sizes)
      Saved = saturatingAdd(Saved, saturatingMultiply(Size, Its.Temporary));
    const uint64_t Largest = Sizes.rbegin()->first;
    All.push_back(
        {AdviceKind::Reuse, heaviest(Rows), Sum.Temporary, Saved, Sum.Calls, Sum.Bytes,
         Largest <= Least.MostStackBytes
             ? fmt::format("keep it on the stack, or one buffer for all: no block is "
                           "larger than {} bytes",
                           Largest)
             : "keep one buffer and use it again, or take blocks from a pool",
         fmt::format("{} of {} blocks were freed before the thread allocated another",
                     Sum.Temporary, Sum.Calls)});
    return true;
  }

  /// The evidence that one buffer had all the sizes in turn, where the larger ones were
  /// allocated \p Moves times; empty: none. Needed because blocks that live side by side may
  /// have such sizes, too.
  std::string evidenceOfOneBuffer(const std::vector<RowId> &Rows, const BySize &Sizes,
                                  uint64_t Moves) {
    const uint64_t Resized = saturatingAdd(totalOf(Rows, Moved), totalOf(Rows, InPlace));
    if (double(Resized) >= Least.LeastResized * double(Moves))
      return fmt::format("{} of these by realloc", Resized);
    // A temporary block is freed before the next is allocated, so it cannot have grown into
    // it.
    for (auto At = Sizes.begin(), Next = std::next(At); Next != Sizes.end(); ++At, ++Next)
      if (At->second.Freed < saturatingAdd(At->second.Temporary, Next->second.Calls))
        return "";
    if (!OwnPeak) {
      ++Unproven;
      return "";
    }
    uint64_t Most = 0;
    for (RowId Row : Rows)
      Most = std::max(Most, Of.value(Row, *OwnPeak, 0));
    const uint64_t Two =
        saturatingAdd(Sizes.rbegin()->first, std::next(Sizes.rbegin())->first);
    return !Most || Most > Two
               ? ""
               : fmt::format(
                     "one at a time, as no more than {} bytes of the site were live at "
                     "once",
                     Most);
  }

  /// Advises to reserve if sizes grow by a constant factor: the owner of a larger block had
  /// the smaller one before.
  bool adviseReserve(const std::vector<RowId> &Rows) {
    const BySize Sizes = bySize(Rows);
    if (Sizes.size() < Least.LeastSizes)
      return false;
    double LeastFactor = 1e9, MostFactor = 0;
    uint64_t SavedCalls = 0, SavedBytes = 0;
    for (auto At = Sizes.begin(), Next = std::next(At); Next != Sizes.end(); ++At, ++Next) {
      const double Factor = double(Next->first) / double(std::max<uint64_t>(At->first, 1));
      LeastFactor = std::min(LeastFactor, Factor);
      MostFactor = std::max(MostFactor, Factor);
      const Blocks &Small = At->second, &Large = Next->second;
      if (Large.Calls > Small.Calls || Small.Freed < Large.Calls)
        return false;
      SavedCalls = saturatingAdd(SavedCalls, Large.Calls);
      SavedBytes = saturatingAdd(SavedBytes, saturatingMultiply(At->first, Large.Calls));
    }
    // Tolerate rounding: growth by 1.5 in whole elements is inexact at small sizes.
    if (LeastFactor < 1.25 || MostFactor > 2.5 || MostFactor > 1.25 * LeastFactor ||
        SavedCalls < Least.LeastMoves)
      return false;
    const std::string OneBuffer = evidenceOfOneBuffer(Rows, Sizes, SavedCalls);
    if (OneBuffer.empty())
      return false;
    const Blocks Sum = sumOf(Sizes);
    All.push_back(
        {AdviceKind::Reserve, heaviest(Rows), SavedCalls, SavedBytes, Sum.Calls, Sum.Bytes,
         "reserve() the final size, or keep the container and clear() it",
         fmt::format("{} sizes from {} to {} bytes, each {:.1f} times the one before; {} "
                     "began, {} moved on, {}",
                     Sizes.size(), Sizes.begin()->first, Sizes.rbegin()->first, LeastFactor,
                     Sizes.begin()->second.Calls, SavedCalls, OneBuffer)});
    return true;
  }

  uint64_t totalOf(const std::vector<RowId> &Rows, std::optional<ColumnId> Column) const {
    uint64_t Sum = 0;
    for (RowId Row : Rows)
      Sum = saturatingAdd(Sum, Column ? Of.value(Row, *Column, 0) : 0);
    return Sum;
  }

  /// The number of moves that copied as many bytes as the next smaller size: the blocks grew
  /// by one step.
  uint64_t movesByOneStep(const std::vector<RowId> &Rows) const {
    std::map<uint64_t, std::vector<RowId>> BySize;
    for (RowId Row : Rows)
      BySize[Of.row(Row).size()].push_back(Row);
    uint64_t Sum = 0, Before = 0;
    for (const auto &[Size, Its] : BySize) {
      const uint64_t Moves = totalOf(Its, Moved);
      if (Before && totalOf(Its, Copied) == saturatingMultiply(Moves, Before))
        Sum = saturatingAdd(Sum, Moves);
      Before = Size;
    }
    return Sum;
  }

  /// Advises to grow by a factor if blocks grow in small steps and are copied each time. A
  /// larger size is never reached more often than a smaller one; the difference are blocks
  /// that kept it.
  bool adviseGrow(const std::vector<RowId> &Rows) {
    const uint64_t Moves = totalOf(Rows, Moved), Bytes = totalOf(Rows, Copied);
    const BySize Sizes = bySize(Rows);
    if (Moves < Least.LeastMoves || Sizes.size() < Least.LeastSizes ||
        double(movesByOneStep(Rows)) < Least.LeastOfOneStep * double(Moves))
      return false;
    uint64_t Final = 0;
    for (auto At = Sizes.begin(); At != Sizes.end(); ++At) {
      const auto Next = std::next(At);
      const uint64_t Larger = Next == Sizes.end() ? 0 : Next->second.Calls;
      if (Larger > At->second.Calls)
        return false;
      Final = saturatingAdd(Final, saturatingMultiply(At->first, At->second.Calls - Larger));
    }
    if (Bytes < saturatingMultiply(Least.LeastCopies, Final))
      return false;
    const uint64_t First = Sizes.begin()->first, Last = Sizes.rbegin()->first;
    const auto Doublings =
        uint64_t(std::ceil(std::log2(double(Last) / double(std::max<uint64_t>(First, 1)))));
    const uint64_t Resized = saturatingAdd(Moves, totalOf(Rows, InPlace));
    const uint64_t Left = saturatingMultiply(Sizes.begin()->second.Calls, Doublings);
    const Blocks Sum = sumOf(Sizes);
    All.push_back(
        {AdviceKind::Grow, heaviest(Rows), Resized > Left ? Resized - Left : 0, Bytes - Final,
         Sum.Calls, Sum.Bytes,
         "grow to twice the size each time, or ask for the final size at once; the bytes that "
         "are saved are those that are copied",
         fmt::format("{} reallocations to {} sizes from {} to {} bytes; {} of them moved the "
                     "block, which copied {} bytes for {} that were kept",
                     Resized, Sizes.size(), First, Last, Moves, Bytes, Final)});
    return true;
  }

  /// The bytes that glibc's malloc on 64 bits takes for a block of \p Size beyond those that
  /// an arena takes.
  static uint64_t overheadOf(uint64_t Size) {
    const uint64_t Chunk = std::max<uint64_t>(32, (Size + 8 + 15) & ~uint64_t(15));
    return Chunk - ((Size + 7) & ~uint64_t(7));
  }

  void adviseArena(const std::vector<RowId> &Rows, const BySize &Sizes, const Blocks &Sum) {
    if (Sum.Calls < Least.LeastCalls || Sum.Bytes / Sum.Calls > Least.MostArenaBytes)
      return;
    const bool LiveToTheEnd = Sum.Live == Sum.Calls, LiveTogether = Sum.PeakBytes == Sum.Bytes;
    if (!LiveToTheEnd && !LiveTogether)
      return;
    uint64_t Saved = 0;
    for (const auto &[Size, Its] : Sizes)
      if (Size < uint64_t(1) << 62)
        Saved = saturatingAdd(Saved, saturatingMultiply(overheadOf(Size), Its.Calls));
    All.push_back(
        {AdviceKind::Arena, heaviest(Rows), saturatingAdd(Sum.Calls, Sum.Freed), Saved,
         Sum.Calls, Sum.Bytes,
         "take them from an arena: a call to malloc for each becomes a few for all, and "
         "none is freed by itself",
         LiveToTheEnd ? fmt::format("none of {} blocks was freed; {} bytes each on average",
                                    Sum.Calls, Sum.Bytes / Sum.Calls)
                      : fmt::format("all {} blocks were live at the peak, and {} were freed "
                                    "after it; {} bytes each on average",
                                    Sum.Calls, Sum.Freed, Sum.Bytes / Sum.Calls)});
  }

  const Profile &Of;
  const AdviceThresholds &Least;
  Sites Places;
  ColumnId Calls = 0, Bytes = 0, Live = 0, Peak = 0, Freed = 0, Temporary = 0;
  std::optional<ColumnId> Moved, InPlace, Copied, OwnPeak;
  std::vector<Advice> All;
};

} // namespace

bool allocsite::canAdviseOn(const Profile &Of, RowId Row) {
  return isHeapAllocator(Of.Names[Of.row(Row).Allocator]) &&
         (Of.value(Row, Measure::Live, 0) || Of.value(Row, Measure::Freed, 0));
}

Expected<std::vector<Advice>> allocsite::adviceOn(const Profile &Of, size_t &Unproven,
                                                  const std::function<bool(RowId)> &Only,
                                                  const AdviceThresholds &Least) {
  Adviser From(Of, Least);
  if (auto Failure = From.start())
    return *Failure;
  auto All = From.advise(Only);
  Unproven = From.Unproven;
  return All;
}

/// A row without numbers for the place that made arenas: advice refers to a row for its chain
/// and site.
static Expected<RowId> rowFor(const ArenaNames &Names, Profile &In) {
  auto name = [&In](const std::string &Text) {
    return In.Names.intern(Text).value_or(NoName);
  };
  RowKey Key;
  for (unsigned I = ALLOCSITE_FRAMES; I-- != 0;)
    if (Names[I] != "-" || Key.Chain != NoChain)
      Key.Chain = In.internChain(In.internFrame({name(Names[I])}), Key.Chain);
  Key.Allocator = name(Names[ALLOCSITE_FRAMES]);
  Key.Type = name(Names[ALLOCSITE_FRAMES + 1]);
  Key.Site = name(Names[ALLOCSITE_FRAMES + 2]);
  return In.internRow(Key);
}

MaybeError allocsite::adviseOnArenas(const ArenaRows &Of, Profile &In, std::vector<Advice> &To,
                                     const AdviceThresholds &Least) {
  for (const auto &[Names, Its] : Of) {
    const bool Grows = Its.Alive && !Its.Destroyed && !Its.Resets &&
                       Its.Objects >= Least.LeastCalls && Its.LiveObjects == Its.Objects;
    const bool IsForFew =
        Its.Created >= Least.LeastCalls && Its.Objects <= Least.MostArenaObjects * Its.Created;
    if (!Grows && !IsForFew)
      continue;
    auto Row = rowFor(Names, In);
    if (!Row)
      return Row.error();
    if (Grows)
      To.push_back({AdviceKind::Reset, *Row, 0, Its.LiveBytes, Its.Objects, Its.Bytes,
                    "reset or destroy it where its objects are no longer needed",
                    fmt::format("{} alive at exit, never reset, and all {} objects are live",
                                Its.Alive, Its.Objects)});
    else
      To.push_back(
          {AdviceKind::FewObjects, *Row, Its.Created, 0, Its.Objects, Its.Bytes,
           "take the objects from malloc, or reset one arena in place of making others",
           fmt::format("{} arenas were made for {} objects, and none held more than {} "
                       "bytes",
                       Its.Created, Its.Objects, Its.Peak)});
  }
  sortAdvice(To, In);
  return {};
}
