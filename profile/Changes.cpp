//===- Changes.cpp - What records had at points of a timeline -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Changes.h"

namespace allocsite {

bool Changes::addPoints(const AllocSiteTimelinePoint *Points, size_t Count,
                        uint64_t Log2Stride, const size_t *Indexes) {
  PointCount = Count;
  for (size_t I = 0; I < Count; ++I) {
    const size_t Position = (Indexes ? Indexes[I] : I) + 1;
    const bool IsKept = Log2Stride < 32 && Position >> Log2Stride << Log2Stride == Position;
    if (!IsKept && I + 1 != Count)
      continue;
    if (FirstKept == None)
      FirstKept = static_cast<uint32_t>(I);
    // It is behind all points from the kept one before on.
    for (uint64_t End = Points[I].Sequence < MostSequences ? Points[I].Sequence
                                                           : MostSequences;
         NextKept.size() < End;)
      if (!NextKept.push(static_cast<uint32_t>(I)))
        return false;
  }
  return true;
}

bool Changes::addRecord(const Record &New) {
  return Records.push(New) && LastEntry.push(None);
}

bool Changes::addCounts(const AllocSiteThreadRecords &Piece) {
  // Those that were made since have no record here.
  const uint64_t First = Piece.First - 1, Which = First / ALLOCSITE_LIVE_RECORDS;
  if (First >= Records.size())
    return true;
  while (FirstCounts.size() <= Which)
    if (!FirstCounts.push(None))
      return false;
  const auto New = static_cast<uint32_t>(AllCounts.size());
  if (!AllCounts.push({{}, Thread, FirstCounts[Which]}))
    return false;
  // An entry of the log is written before the counts change: what they say now is in it.
  for (unsigned I = 0; I < ALLOCSITE_LIVE_RECORDS; ++I)
    AllCounts[New].Of[I] = {__atomic_load_n(&Piece.Records[I].Allocated, __ATOMIC_ACQUIRE),
                            __atomic_load_n(&Piece.Records[I].Freed, __ATOMIC_ACQUIRE)};
  FirstCounts[Which] = New;
  return true;
}

bool Changes::addLog(const AllocSiteChange *Entries, size_t Count) {
  if (!Count || Previous.size() + Count >= None)
    return true;
  if (!Previous.reserve(Previous.size() + Count) ||
      !Stretches.push({Entries, static_cast<uint32_t>(Previous.size()),
                       static_cast<uint32_t>(Count), Thread}))
    return false;
  for (size_t I = 0; I < Count; ++I) {
    const uint64_t Allocated = __atomic_load_n(&Entries[I].Allocated, __ATOMIC_ACQUIRE);
    const uint64_t Number = Allocated >> ALLOCSITE_CHANGE_BITS;
    const bool IsWritten = Number && __atomic_load_n(&Entries[I].Freed, __ATOMIC_RELAXED) >>
                                         ALLOCSITE_CHANGE_BITS;
    const auto Its = static_cast<uint32_t>(Previous.size());
    const bool IsKnown = IsWritten && Number <= Records.size();
    if (!Previous.push(IsKnown ? LastEntry[Number - 1] : None))
      return false;
    if (IsKnown)
      LastEntry[Number - 1] = Its;
  }
  return true;
}

const Changes::Stretch &Changes::stretchOf(uint32_t Entry) const {
  size_t Low = 0, High = Stretches.size();
  while (High - Low > 1) {
    const size_t Middle = (Low + High) / 2;
    (Stretches[Middle].First <= Entry ? Low : High) = Middle;
  }
  return Stretches[Low];
}

} // namespace allocsite
