//===- GraphNames.cpp - What the objects of a graph are called ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GraphNames.h"

namespace allocsite {

uint32_t GraphNames::groupOf(uint64_t Site) {
  const uint64_t Hash = hashWord(3, Site);
  uint32_t At = SitesByNumber.find(Hash, [&](uint32_t I) { return Sites[I].Site == Site; });
  if (At != PageIndex::None)
    return Sites[At].Group;
  Expansion E;
  if (!Expanded.expand(Site, 0, E))
    return NoMemory;
  // Functions do not tell groups apart, and a block is there at any level.
  for (Expansion::FrameKind &Each : E.Kinds)
    Each = Expansion::Missing;
  E.IsInner = false;
  E.Level = 0;
  const uint32_t Made = Names.makeOutline(E, /*IsFailed=*/false);
  At = static_cast<uint32_t>(Sites.size());
  if (Made == CsvTable::Failed || !Sites.push({Site, Made}) || !SitesByNumber.insert(Hash, At))
    return NoMemory;
  return Made;
}

} // namespace allocsite
