//===- CsvChanges.cpp - The changes of rows over a timeline ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the log     "grow","makeList",…
//   `changes`   1,7,3,20,4    row 1, frame 7: up to point 3 of the table `timeline`, and since the
//                             kept point before, 20 blocks came and 4 went
//
//===----------------------------------------------------------------------===//
#include "Changes.h"
#include "Csv.h"
#include "CsvOutput.h"
#include "Sampling.h"

#include <errno.h>

namespace allocsite {

namespace {
/// What a row, or a stack of it, has at each point.
class PointSums {
  struct Counts {
    uint64_t Allocated, Freed;
  };
  PageArray<Counts> Its; // by point
  size_t Low = 0, High = 0;

public:
  bool resize(size_t Points) { return Its.resize(Points); }

  void add(size_t Point, uint64_t Allocated, uint64_t Freed) {
    if (Low == High)
      Low = Point, High = Point + 1;
    Low = Point < Low ? Point : Low;
    High = Point >= High ? Point + 1 : High;
    Its[Point].Allocated += Allocated;
    Its[Point].Freed += Freed;
  }

  /// Calls Use(point, allocated, freed) for each point that has some, and forgets all.
  template <typename UseT> void take(UseT Use) {
    for (size_t I = Low; I < High; ++I) {
      if (Its[I].Allocated || Its[I].Freed)
        Use(I, Its[I].Allocated, Its[I].Freed);
      Its[I] = {0, 0};
    }
    Low = High = 0;
  }
};
} // namespace

/// The row of a live record, or the stack in it; None if it has none.
uint32_t CsvTable::placeOf(const AllocSiteKey &Key, bool HasStacks, bool &HasMemory) {
  Known Its;
  HasMemory = expansionOf(Key.Context, Key.Site, Its);
  if (!HasMemory || Its.Outline == Left)
    return PageIndex::None;
  const uint32_t Row = findRow(Its.Outline, Key.Size);
  return Row == PageIndex::None || !HasStacks ? Row : findPart(Row, Its.Stack);
}

int CsvTable::writeChanges(int Descriptor, const Changes &Of, const Sampling &Sampled) {
  constexpr uint32_t None = PageIndex::None;
  const bool HasStacks = Shape.HasStacks && hasMoreStacks();
  const size_t PlaceCount = HasStacks ? Parts.size() : Rows.size();
  PartLines Lines;
  PageArray<uint32_t> First, Next; // by place and by record: records of a place
  PointSums Sums;
  if ((HasStacks && !sortParts(Parts, Lines)) || !First.resize(PlaceCount) ||
      !Next.resize(Of.records() + 1) || !Sums.resize(Of.points()))
    return ENOMEM;
  for (size_t I = 1; I <= Of.records(); ++I) {
    const Changes::Record &Its = Of.record(I);
    bool HasMemory;
    const uint32_t Place =
        Its.Site ? placeOf({Its.Context, Its.Site, Its.Size}, HasStacks, HasMemory) : None;
    if (Its.Site && !HasMemory)
      return ENOMEM;
    if (Place == None)
      continue;
    Next[I] = First[Place];
    First[Place] = static_cast<uint32_t>(I);
  }
  CsvOutput To(Descriptor);
  bool HasHeader = false;
  for (size_t I = 0; I < PlaceCount; ++I) {
    const uint32_t Place = HasStacks ? Lines.Sorted[I] : Order[I];
    for (uint32_t Record = First[Place]; Record; Record = Next[Record]) {
      const Changes::Record &Its = Of.record(Record);
      // As Sampling::scale().
      const uint64_t Each = Sampled.isExact() ? 1
                            : Its.InArena     ? UINT64_C(1) << Sampling::PartBits
                                              : Sampled.parts(Its.Size);
      Of.forEachChange(Record, [&](size_t Point, uint64_t Allocated, uint64_t Freed) {
        Sums.add(Point, Allocated * Each, Freed * Each);
      });
    }
    const uint32_t Row = HasStacks ? Parts[Place].Row : Place;
    const size_t Line = HasStacks ? Lines.Lines[Row] : I;
    const size_t Rounded = HasStacks && Lines.Count[Row] > 1 ? Place : Line;
    RoundedSum AllAllocated, AllFreed;
    char Bytes[5 * 21 + 1]; // a line goes to the file as a whole: there are many
    Text Start(Bytes, sizeof(Bytes));
    Start.number(uint64_t(Line) + 1).add(',');
    Start.number(uint64_t(HasStacks ? Parts[Place].Stack : 0)).add(',');
    Sums.take([&](size_t Point, uint64_t Allocated, uint64_t Freed) {
      if (!Sampled.isExact()) {
        Allocated = AllAllocated.add(Allocated, roundingOf(Rounded));
        Freed = AllFreed.add(Freed, roundingOf(Rounded));
      }
      if (!Allocated && !Freed)
        return;
      if (!HasHeader)
        To.add("row,frame,point,allocated,freed\n");
      HasHeader = true;
      Text Its(Bytes, sizeof(Bytes), Start.size(), false);
      To.add(Its.number(uint64_t(Point) + 1)
                 .add(',')
                 .number(Allocated)
                 .add(',')
                 .number(Freed)
                 .add('\n')
                 .ref());
    });
  }
  return To.flush();
}

} // namespace allocsite
