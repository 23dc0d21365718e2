//===- Roles.cpp - Which functions hand out memory --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/roles/Roles.h"
#include "discover/facts/Words.h"
#include "pass/rules/Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace allocsite {

/// A chain of wrappers is as long as its rounds; real ones have five or six links.
static constexpr unsigned MostRounds = 24;

bool AllocatorRole::operator==(const AllocatorRole &Other) const {
  return From == Other.From && Asked == Other.Asked && ObjectBytes == Other.ObjectBytes &&
         SizedBy == Other.SizedBy && Arena == Other.Arena && Align == Other.Align &&
         Old == Other.Old && StoredIn == Other.StoredIn && Giver == Other.Giver &&
         Header == Other.Header && Transparent == Other.Transparent &&
         TakesMore == Other.TakesMore && KeepsBlocks == Other.KeepsBlocks &&
         PopsBlocks == Other.PopsBlocks && GivesBack == Other.GivesBack &&
         Score == Other.Score && Reasons == Other.Reasons;
}

int Roles::sizeParameter(const SizeFact &Asked, const Function &F) {
  if (Asked.Scaled || Asked.Opaque || Asked.How == SizeFact::Product ||
      Asked.How == SizeFact::Text)
    return Argument::None;
  std::vector<int> Numbers = Asked.From.members();
  // Among several summands, the size is the one whose name says so.
  auto keep = [&](auto IsOne) {
    if (Numbers.size() > 1)
      erase_if(Numbers, [&](int Number) {
        return Number < 0 || !IsOne(StringRef(F.Fact.Parameters[Number].Name));
      });
  };
  keep([](StringRef Name) { return namesSize(Name); });
  keep([](StringRef Name) { return Name == "size"; });
  if (Numbers.size() != 1 || Numbers[0] < 0 || F.Fact.Parameters[Numbers[0]].Letter != 'i')
    return Argument::None;
  return Numbers[0];
}

std::optional<AllocatorRole> Roles::roleOf(int Number) const {
  const Function &F = Code.functions()[Number];
  if (const Rule *R = Rules.allocator(F); R && !R->isTransparent())
    return knownRole(F);
  if (F.Name.Qualified == "main")
    return std::nullopt;
  std::optional<AllocatorRole> Carving = carvingRole(F);
  if (Carving && sizeParameter(Carving->Asked, F) >= 0)
    return Carving;
  if (std::optional<AllocatorRole> Handed = handedOnRole(Number))
    return Handed;
  if (std::optional<AllocatorRole> Pooled = pooledRole(Number))
    return Pooled;
  if (std::optional<AllocatorRole> Index = indexRole(Number))
    return Index;
  return Carving ? Carving : declaredRole(F);
}

Roles::Roles(const CodeBase &Code, const KnownRules &Known)
    : Code(Code), Rules(Known), Found(Code.functions().size()) {
  findWhatIsHandedThrough();
  findWhoIsAskedForNone();
  findListsOfBlocks();
  Refills.resize(Found.size());
  Grows.resize(Found.size());
  for (unsigned Round = 0; Round < MostRounds; ++Round) {
    std::vector<std::optional<AllocatorRole>> Next(Found.size());
    for (size_t Number = 0; Number < Found.size(); ++Number)
      Next[Number] = roleOf(int(Number));
    bool Same = Next == Found;
    Found = std::move(Next);
    if (Same)
      break;
    findFilledFields();
    findRefills();
  }
  findCarvedFields();
}

std::string parameterInWords(int Number, const Function &F) {
  if (Number == Argument::This)
    return "this";
  std::string Text = "parameter " + std::to_string(Number);
  if (size_t(Number) < F.Fact.Parameters.size() && !F.Fact.Parameters[Number].Name.empty())
    Text += " (" + F.Fact.Parameters[Number].Name + ")";
  return Text;
}

std::string sizeInWords(const SizeFact &Asked, const Function &F) {
  auto name = [&](int Number) { return parameterInWords(Number, F); };
  switch (Asked.How) {
  case SizeFact::Unknown:
    return "a size that no parameter says";
  case SizeFact::Constant:
    return std::to_string(Asked.Number) + " bytes";
  case SizeFact::Parameter:
    return name(Asked.From.members()[0]) + " bytes";
  case SizeFact::Sum:
    return name(Asked.From.members()[0]) + " and " + std::to_string(Asked.Number) +
           " more bytes";
  case SizeFact::Product:
    return name(Asked.First) + " times " + name(Asked.Second) + " bytes";
  case SizeFact::Text:
    return "the length of the string in " + name(Asked.From.members()[0]);
  case SizeFact::Computed:
    break;
  }
  std::string Text = Asked.Scaled ? "a multiple of" : "a size computed of";
  for (int Number : Asked.From.members())
    Text += (Text.back() == ')' ? " and " : " ") + name(Number);
  return Text;
}

int arenaAmong(ParameterSet Among, const SizeFact &Asked, const Function &F) {
  for (int Number : Among.members())
    if (Number < 0 || F.Fact.Parameters[Number].Letter != 'i' || !Asked.From.has(Number))
      return Number;
  return Argument::None;
}

} // namespace allocsite
