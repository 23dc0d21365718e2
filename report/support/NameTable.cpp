//===- NameTable.cpp - Every distinct name, once --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameTable.h"

#include <algorithm>
#include <cstring>
#include <functional>

using namespace allocsite;

static uint32_t hash(std::string_view Name) { return std::hash<std::string_view>()(Name); }

/// Sizes of the first and of further blocks; the latter are in huge pages.
static constexpr size_t FirstBlockBytes = 256 * 1024, BlockBytes = size_t(8) << 20;

NameTable::NameTable() : Slots(1024) { intern("-"); }

std::string_view NameTable::keep(std::string_view Name) {
  if (Name.size() > FreeBytes) {
    const size_t Bytes = std::max(Blocks.empty() ? FirstBlockBytes : BlockBytes, Name.size());
    Blocks.emplace_back().resize(Bytes);
    Free = Blocks.back().data();
    FreeBytes = Bytes;
  }
  char *Copy = Free;
  if (!Name.empty())
    std::memcpy(Copy, Name.data(), Name.size());
  Free += Name.size();
  FreeBytes -= Name.size();
  KeptBytes += Name.size();
  return {Copy, Name.size()};
}

void NameTable::grow() {
  LargeVector<Slot> Wider(Slots.size() * 2);
  size_t Mask = Wider.size() - 1;
  for (const Slot &Each : Slots) {
    if (!Each.Number)
      continue;
    size_t At = Each.Hash & Mask;
    while (Wider[At].Number)
      At = (At + 1) & Mask;
    Wider[At] = Each;
  }
  Slots = std::move(Wider);
}

std::optional<NameId> NameTable::intern(std::string_view Name) {
  return intern(Name, hash(Name));
}

std::optional<NameId> NameTable::intern(std::string_view Name, uint32_t Hash) {
  size_t Mask = Slots.size() - 1;
  size_t At = Hash & Mask;
  for (; Slots[At].Number; At = (At + 1) & Mask)
    if (Slots[At].Hash == Hash && Names[Slots[At].Number - 1] == Name)
      return Slots[At].Number - 1;
  if (Names.size() >= UINT32_MAX - 1 || KeptBytes + Name.size() > MaxBytes)
    return std::nullopt;
  Slots[At] = {uint32_t(Names.size() + 1), Hash};
  Names.push_back(keep(Name));
  if (Names.size() * 2 > Slots.size())
    grow();
  return Names.size() - 1;
}

/// The id + 1 of the first name with this hash, or 0.
uint32_t NameTable::firstOf(uint32_t Hash) const {
  const size_t Mask = Slots.size() - 1;
  size_t At = Hash & Mask;
  while (Slots[At].Number && Slots[At].Hash != Hash)
    At = (At + 1) & Mask;
  return Slots[At].Number;
}

/// A look-up waits for memory three times: for the slot, for the name, and for the name's text.
/// To overlap the waits, this takes a group of names at a time and prefetches all their slots,
/// then all their names, then all their texts.
size_t NameTable::intern(const std::string_view *Texts, size_t Count, NameId *Ids) {
  constexpr size_t GroupSize = 32;
  for (size_t First = 0; First < Count; First += GroupSize) {
    const size_t Size = std::min(GroupSize, Count - First);
    uint32_t Hashes[GroupSize], Numbers[GroupSize];
    for (size_t I = 0; I != Size; ++I) {
      Hashes[I] = hash(Texts[First + I]);
      __builtin_prefetch(&Slots[Hashes[I] & (Slots.size() - 1)]);
    }
    for (size_t I = 0; I != Size; ++I)
      if ((Numbers[I] = firstOf(Hashes[I])))
        __builtin_prefetch(&Names[Numbers[I] - 1]);
    for (size_t I = 0; I != Size; ++I)
      if (Numbers[I]) {
        const std::string_view Text = Names[Numbers[I] - 1];
        for (size_t Byte = 0; Byte < Text.size(); Byte += 64)
          __builtin_prefetch(Text.data() + Byte);
      }
    for (size_t I = 0; I != Size; ++I) {
      auto Id = intern(Texts[First + I], Hashes[I]);
      if (!Id)
        return First + I;
      Ids[First + I] = *Id;
    }
  }
  return Count;
}
