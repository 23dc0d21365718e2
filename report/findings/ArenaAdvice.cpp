//===- ArenaAdvice.cpp - Arenas that hold memory for long -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice.h"

#include <fmt/format.h>

using namespace allocsite;

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
