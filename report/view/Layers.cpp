//===- Layers.cpp - Allocators that take their memory from another --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers.h"

using namespace allocsite;

Layers::Layers(const std::vector<NameId> &Allocators, const NameTable &Names, BareNames &Bare)
    : Names(Names), Bare(Bare) {
  for (NameId Allocator : Allocators)
    if (Allocator != NoName)
      Entries.emplace(Bare.of(Allocator), Allocator);
}

NameId Layers::above(NameId Allocator, const NameId *Chain, size_t Length) {
  if (Allocator == NoName)
    return NoName;
  for (size_t I = 0; I != Length; ++I) {
    const NameId Frame = Chain[I];
    if (!isKnownFrame(Frame, Names))
      continue;
    auto Entry = Entries.find(Bare.of(Frame));
    // A form of operator new with parameters has a name of its own, and is the same entry.
    if (Entry != Entries.end() && Entry->first != Bare.of(Allocator))
      return Entry->second;
  }
  return NoName;
}
