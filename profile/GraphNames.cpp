//===- GraphNames.cpp - Names of the objects of a graph -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GraphNames.h"

namespace allocsite {

uint32_t GraphNames::groupOf(uint64_t Context, uint64_t Site) {
  // As in CsvTable::outlineOf(): the place of a site in the C++ library depends on the context.
  Context &= (UINT64_C(1) << (ALLOCSITE_CONTEXT_IDS * ALLOCSITE_ID_BITS)) - 1;
  const uint64_t Hash = hashWord(hashWord(3, Context), Site);
  uint32_t At = SitesByNumber.find(
      Hash, [&](uint32_t I) { return Sites[I].Site == Site && Sites[I].Context == Context; });
  if (At != PageIndex::None)
    return Sites[At].Group;
  Expansion E;
  if (!Expanded.expand(Site, Context, E))
    return NoMemory;
  // Groups do not depend on functions, and the graph has blocks of every level.
  for (Expansion::FrameKind &Each : E.Kinds)
    Each = Expansion::Missing;
  E.IsInner = false;
  E.Level = 0;
  const uint32_t Made = Names.makeOutline(E, /*IsFailed=*/false);
  At = static_cast<uint32_t>(Sites.size());
  if (Made == CsvTable::Failed || !Sites.push({Context, Site, Made}) ||
      !SitesByNumber.insert(Hash, At))
    return NoMemory;
  return Made;
}

} // namespace allocsite
