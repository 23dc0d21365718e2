//===- NameTable.cpp - Every distinct name, once --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameTable.h"

#include <cstring>
#include <functional>

using namespace allocsite;

static constexpr size_t TextBlockBytes = 256 * 1024;

NameTable::NameTable() : Slots(1024) { intern("-"); }

std::string_view NameTable::keep(std::string_view Name) {
  if (Name.size() > FreeBytes) {
    size_t Bytes = std::max(TextBlockBytes, Name.size());
    Blocks.emplace_back(new char[Bytes]);
    Free = Blocks.back().get();
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
  std::vector<Slot> Wider(Slots.size() * 2);
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
  uint32_t Hash = std::hash<std::string_view>()(Name);
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
