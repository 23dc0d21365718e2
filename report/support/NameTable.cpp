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

static constexpr size_t BlockBytes = 256 * 1024;

NameTable::NameTable() : Slots(1024) { intern("-"); }

std::string_view NameTable::keep(std::string_view Name) {
  if (Name.size() > FreeBytes) {
    size_t Bytes = std::max(BlockBytes, Name.size());
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
  std::vector<uint32_t> Wider(Slots.size() * 2);
  size_t Mask = Wider.size() - 1;
  for (uint32_t Id = 0; Id != Names.size(); ++Id) {
    size_t At = Hashes[Id] & Mask;
    while (Wider[At])
      At = (At + 1) & Mask;
    Wider[At] = Id + 1;
  }
  Slots = std::move(Wider);
}

std::optional<NameId> NameTable::intern(std::string_view Name) {
  uint32_t Hash = std::hash<std::string_view>()(Name);
  size_t Mask = Slots.size() - 1;
  size_t At = Hash & Mask;
  for (; Slots[At]; At = (At + 1) & Mask) {
    uint32_t Id = Slots[At] - 1;
    if (Hashes[Id] == Hash && Names[Id] == Name)
      return Id;
  }
  if (Names.size() >= UINT32_MAX - 1 || KeptBytes + Name.size() > MaxBytes)
    return std::nullopt;
  Slots[At] = Names.size() + 1;
  Names.push_back(keep(Name));
  Hashes.push_back(Hash);
  if (Names.size() * 2 > Slots.size())
    grow();
  return Names.size() - 1;
}
