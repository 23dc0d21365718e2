//===- CarvingRoles.cpp - What moves a member that it returns ---------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocators that hand out memory of an arena, and the members that they move.
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "discover/roles/Roles.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace allocsite {

/// The bytes that a store moves a member by which is returned; of no parameter where it
/// moves none.
static SizeFact bytesMoved(const StoreFact &Store, const PointerFact &Returned) {
  if (!Store.Value.Fields.count(Store.Field))
    return SizeFact();
  if (Returned.Fields.count(Store.Field))
    return Store.MovedBy;
  auto Unit = Returned.Units.find(Store.Field);
  if (Unit == Returned.Units.end() || !Unit->second)
    return SizeFact();
  SizeFact Bytes = productOf(Store.MovedBy, constantSize(Unit->second));
  // Else it may as well be an array, and what is asked for some of its elements.
  return Bytes.Scaled ? SizeFact() : Bytes;
}

void Roles::findWhatIsHandedThrough() {
  constexpr unsigned Deepest = 3;
  const auto &Functions = Code.functions();
  Through.resize(Functions.size());
  for (unsigned Round = 0; Round <= Deepest; ++Round) {
    std::vector<ParameterSet> Next(Functions.size());
    for (size_t Number = 0; Number < Functions.size(); ++Number) {
      const Function &F = Functions[Number];
      if (F.Fact.Returns.Loaded)
        continue;
      Next[Number] = F.Fact.Returns.Parameters;
      for (const PointerFact::FromCall &From : F.Fact.Returns.Calls)
        if (From.Out < 0)
          for (int Its : handsThrough(F.Callees[From.Call]).members())
            if (Its >= 0 && size_t(Its) < F.Fact.Calls[From.Call].Arguments.size())
              Next[Number].add(F.Fact.Calls[From.Call].Arguments[Its].Pointer.Parameters);
    }
    Through = std::move(Next);
  }
}

PointerFact Roles::returnedMembers(const Function &F) const {
  PointerFact Members;
  auto add = [&](const PointerFact &Returned) {
    Members.Fields.insert(Returned.Fields.begin(), Returned.Fields.end());
    for (const auto &[Field, Bytes] : Returned.Units)
      Members.addUnit(Field, Bytes);
    Members.Index.insert(Returned.Index.begin(), Returned.Index.end());
  };
  add(F.Fact.Returns);
  for (const PointerFact::FromCall &From : F.Fact.Returns.Calls)
    if (From.Out < 0)
      for (int Its : handsThrough(F.Callees[From.Call]).members())
        if (Its >= 0 && size_t(Its) < F.Fact.Calls[From.Call].Arguments.size())
          add(F.Fact.Calls[From.Call].Arguments[Its].Pointer);
  return Members;
}

std::optional<AllocatorRole> Roles::carvingRole(const Function &F) const {
  const PointerFact Returned = returnedMembers(F);
  const StoreFact *Move = nullptr;
  AllocatorRole Role;
  for (const StoreFact &Store : F.Fact.Stores) {
    SizeFact Bytes = bytesMoved(Store, Returned);
    if (Bytes.From.empty() || (Move && sizeParameter(Role.Asked, F) >= 0))
      continue;
    Move = &Store;
    Role.Asked = Bytes;
  }
  if (!Move)
    return std::nullopt;
  Role.From = AllocatorRole::Carves;
  Role.Arena = arenaAmong(Move->Roots, Role.Asked, F);
  // An integer may as well count what is in an array, or in a string.
  Role.Score = Move->OfPointer ? 66 : 56;
  Role.Reasons.push_back((Move->OfPointer ? "returns " : "returns what is at ") + Move->Field +
                         ", and moves it by " + sizeInWords(Role.Asked, F));
  auto add = [&](int Points, const std::string &Reason) {
    Role.Score += Points;
    Role.Reasons.push_back(Reason);
  };
  auto From = llvm::find_if(Returned.Fields, [&](const std::string &Field) {
    return Filled.count(Field) && (Field == Move->Field || !Move->OfPointer);
  });
  bool OfBlock = From != Returned.Fields.end();
  if (OfBlock)
    add(14, *From + " is set to what an allocator gave");
  if (F.Fact.Compared.count(Move->Field))
    add(4, "looks whether there is room");
  StringRef Name = lastComponentOf(F.Name.Qualified);
  if (namesAllocation(Name))
    add(9, "is named like an allocator");
  else if (whatNameSays(Name) == NameSays::Reads)
    add(-35, "is named like what reads or writes a buffer");
  if (isBytes(F.Fact.ReturnedPointee) && !F.Fact.ReturnsConst)
    add(5, std::string("returns ") + F.Fact.ReturnedPointee + " *");
  if (F.Fact.ReturnsConst)
    add(-40, "what it returns is const, as of a buffer that is read");
  // A block that realloc moves was not handed out in pieces: an array grows in it.
  bool IsMemory = OfBlock && F.Fact.ReturnedPointee == "void" && !Regrown.count(*From);
  if (!Move->OfPointer && !namesAllocation(Name) && !IsMemory)
    Role.Score = std::min(Role.Score, 50);
  addAttributes(F, Role);
  Role.Score = std::max(1, std::min(98, Role.Score));
  return Role;
}

/// Members that are set to what an allocator, or an offset from it, gave; and, since
/// chunks hold their own bounds, what is computed of such a member.
void Roles::findFilledFields() {
  for (size_t Number = 0; Number < Found.size(); ++Number) {
    const Function &F = Code.functions()[Number];
    for (const StoreFact &Store : F.Fact.Stores)
      for (const PointerFact::FromCall &From : Store.Value.Calls)
        if (const AllocatorRole *Its = find(F.Callees[From.Call]); Its && Store.OfPointer) {
          Filled.insert(Store.Field);
          Grows[Number].insert(StringRef(Store.Field).rsplit('.').first.str());
          if (Its->Old >= 0)
            Regrown.insert(Store.Field);
        }
  }
}

void Roles::findCarvedFields() {
  for (size_t Number = 0; Number < Found.size(); ++Number) {
    const Function &F = Code.functions()[Number];
    if (Found[Number] && Found[Number]->From == AllocatorRole::Pools)
      Carved.insert(F.Fact.ReturnedNumbers.begin(), F.Fact.ReturnedNumbers.end());
    if (!Found[Number] || Found[Number]->From != AllocatorRole::Carves)
      continue;
    const PointerFact Returned = returnedMembers(F);
    for (const StoreFact &Store : F.Fact.Stores)
      if (!bytesMoved(Store, Returned).From.empty())
        Carved.insert(Store.Field);
  }
}

} // namespace allocsite
