//===- ArenaTable.cpp - Arenas as rows of text ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ArenaTable.h"
#include "CsvOutput.h"

namespace allocsite {

bool ArenaTable::add(uint64_t Context, uint64_t Site, const ArenaTally &Counted) {
  if (!Counted.Created)
    return true;
  const uint32_t Outline = Names.outlineOf(Context, Site);
  if (Outline == CsvTable::Left || Outline == CsvTable::Failed)
    return Outline == CsvTable::Left;
  const uint64_t Hash = hashWord(0, Outline);
  uint32_t At =
      RowsByOutline.find(Hash, [&](uint32_t I) { return Rows[I].Outline == Outline; });
  if (At != PageIndex::None) {
    Rows[At].Counted.merge(Counted);
    return true;
  }
  At = static_cast<uint32_t>(Rows.size());
  return Rows.push({Outline, Counted}) && RowsByOutline.insert(Hash, At);
}

bool ArenaTable::isBefore(const Row &A, const Row &B) const {
  if (A.Counted.Peak != B.Counted.Peak)
    return A.Counted.Peak > B.Counted.Peak;
  for (unsigned I = 0; I < CsvTable::ThroughColumn; ++I) {
    TextRef First = Names.Texts[Names.Outlines[A.Outline].Columns[I]];
    TextRef Second = Names.Texts[Names.Outlines[B.Outline].Columns[I]];
    const size_t Both = First.Size < Second.Size ? First.Size : Second.Size;
    int Found = memcmp(First.Bytes, Second.Bytes, Both);
    if (!Found)
      Found = First.Size < Second.Size ? -1 : First.Size > Second.Size;
    if (Found)
      return Found < 0;
  }
  return false;
}

bool ArenaTable::sort() {
  PageArray<uint32_t> Scratch;
  if (!Order.resize(Rows.size()) || !Scratch.resize(Rows.size()))
    return false;
  for (size_t I = 0; I < Rows.size(); ++I)
    Order[I] = static_cast<uint32_t>(I);
  mergeSort(Order.begin(), Scratch.begin(), Rows.size(),
            [&](uint32_t I, uint32_t J) { return isBefore(Rows[I], Rows[J]); });
  return true;
}

ArenaTally ArenaTable::sums() const {
  ArenaTally All;
  for (size_t I = 0; I < Rows.size(); ++I)
    All.merge(Rows[I].Counted);
  return All;
}

int ArenaTable::write(int Descriptor) const {
  CsvOutput To(Descriptor);
  To.add("pc0,pc1,pc2,pc3,allocator,type,site");
  for (const ArenaColumn &Each : ArenaColumns)
    To.add(',').add(Each.Title);
  To.add('\n');
  for (size_t I = 0; I < Rows.size(); ++I) {
    const Row &R = Rows[Order[I]];
    for (unsigned C = 0; C < CsvTable::ThroughColumn; ++C) {
      if (C)
        To.add(',');
      const CsvTable::TextId Id = Names.Outlines[R.Outline].Columns[C];
      if (Id == CsvTable::Dash)
        To.add('-');
      else
        To.quoted(Names.Texts[Id]);
    }
    for (unsigned C = 0; C < ArenaMeasureCount; ++C) {
      const uint64_t Value = R.Counted.value(C);
      To.add(',').number(Value > uint64_t(INT64_MAX) ? uint64_t(INT64_MAX) : Value);
    }
    To.add('\n');
  }
  return To.flush();
}

} // namespace allocsite
