//===- Layers.cpp - Allocators that take their memory from another --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers.h"

#include "read/AllocationLog.h"

using namespace allocsite;

static constexpr NameId NotAsked = UINT32_MAX;

Layers::Layers(const Profile &Of, const std::set<NameId> &Allocators, BareNames &Bare)
    : Of(Of), Bare(Bare), EntryOf(Of.Names.size(), NotAsked) {
  for (NameId Allocator : Allocators) {
    if (Allocator == NoName)
      continue;
    const BareId Its = Bare.of(Allocator);
    if (Its >= ByBare.size())
      ByBare.resize(Its + 1, NoName);
    if (ByBare[Its] == NoName)
      ByBare[Its] = Allocator;
  }
  // A chain's id is larger than its caller's: callers are interned first.
  Entering.resize(Of.chainCount(), NoChain);
  for (ChainId Chain = 1; Chain < Entering.size(); ++Chain) {
    const ChainLink &Link = Of.link(Chain);
    Entering[Chain] =
        entryOf(Of.frame(Link.At).Function) != NoName ? Chain : Entering[Link.Caller];
  }
}

NameId Layers::entryOf(NameId Function) {
  NameId &Known = EntryOf[Function];
  if (Known == NotAsked) {
    const BareId Its = isKnownFrame(Function, Of.Names) ? Bare.of(Function) : UINT32_MAX;
    Known = Its < ByBare.size() ? ByBare[Its] : NoName;
  }
  return Known;
}

NameId Layers::above(NameId Allocator, ChainId Chain) const {
  if (Allocator == NoName)
    return NoName;
  for (ChainId At = Entering[Chain]; At != NoChain; At = Entering[Of.link(At).Caller]) {
    const NameId Entry = EntryOf[Of.frame(Of.link(At).At).Function];
    // Overloads, such as those of operator new, have other full names but are one allocator.
    if (Bare.of(Entry) != Bare.of(Allocator))
      return Entry;
  }
  return NoName;
}

NameId Layers::aboveFrame(NameId Allocator, NameId Function) {
  const NameId Entry = entryOf(Function);
  return Allocator != NoName && Entry != NoName && Bare.of(Entry) != Bare.of(Allocator)
             ? Entry
             : NoName;
}
