//===- DeclaredRoles.cpp - What rules, attributes and names say -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roles of functions whose bodies give no evidence: from known rules, from attributes, and
// from the name with the parameters.
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "discover/roles/Roles.h"

using namespace llvm;

namespace allocsite {

std::optional<AllocatorRole> Roles::knownRole(const Function &F) const {
  const Rule *R = Rules.allocator(F);
  if (!R || R->Kind == RuleKind::Off || R->isTransparent())
    return std::nullopt;
  AllocatorRole Role;
  Role.Score = 100;
  if (R->How == Measure::Bytes) {
    Role.Asked = sizeOfParameter(R->Size.Number);
    if (R->Count.Number >= 0)
      Role.Asked = productOf(sizeOfParameter(R->Count.Number), Role.Asked);
    Role.Asked = sumOf(Role.Asked, constantSize(R->Extra));
  } else if (R->How == Measure::String) {
    Role.Asked = sumOf(lengthOfParameter(R->Size.Number), constantSize(1));
  } else {
    Role.Asked = computedOf(sizeOfParameter(R->Size.Number), SizeFact());
    Role.Asked.Scaled = true; // no number of bytes
  }
  Role.Arena = R->Arena.Number;
  Role.Align = R->Align.Number;
  Role.Old = R->Old.Number;
  if (R->Result.Stored)
    Role.StoredIn = R->Result.Number;
  Role.Transparent = true; // its calls are counted
  return Role;
}

void Roles::addAttributes(const Function &F, AllocatorRole &Role) const {
  auto add = [&](int Points, const std::string &Reason) {
    Role.Score = std::min(99, Role.Score + Points);
    Role.Reasons.push_back(Reason);
  };
  const FunctionFact &Fact = F.Fact;
  if (Fact.AllocSize >= 0)
    add(20, "__attribute__((alloc_size(" +
                (Fact.AllocCount >= 0 ? std::to_string(Fact.AllocSize + 1) + ", " +
                                            std::to_string(Fact.AllocCount + 1)
                                      : std::to_string(Fact.AllocSize + 1)) +
                ")))");
  if (Fact.MallocLike)
    add(8, "__attribute__((malloc))");
  if (Fact.NonNull)
    add(2, "__attribute__((returns_nonnull))");
}

/// By attributes; and by name and parameters where no body says anything else.
std::optional<AllocatorRole> Roles::declaredRole(const Function &F) const {
  const FunctionFact &Fact = F.Fact;
  if (!Fact.ReturnsPointer || (Fact.System && Fact.AllocSize < 0) ||
      handsBack(int(&F - Code.functions().data())) >= 0)
    return std::nullopt;
  AllocatorRole Role;
  Role.From = AllocatorRole::Declared;
  Role.Align = Fact.AllocAlign;
  if (Fact.AllocSize >= 0) {
    Role.Asked = sizeOfParameter(Fact.AllocSize);
    if (Fact.AllocCount >= 0)
      Role.Asked = productOf(Role.Asked, sizeOfParameter(Fact.AllocCount));
    Role.Score = 75; // and 20 for the attribute
  } else {
    bool Named = namesAllocation(lastComponentOf(F.Name.Qualified));
    if (!isBytes(Fact.ReturnedPointee) || Fact.ReturnsConst || !(Named || Fact.MallocLike))
      return std::nullopt;
    // One size, or nothing: a guess must not be a wrong number.
    SizeFact Size;
    unsigned Sizes = 0;
    for (size_t Number = 0; Number < Fact.Parameters.size(); ++Number) {
      const ParameterFact &P = Fact.Parameters[Number];
      if (P.Letter == 'i' && (P.SizeType || namesSize(P.Name)) && ++Sizes)
        Size = sizeOfParameter(int(Number));
    }
    if (Sizes != 1)
      return std::nullopt;
    Role.Asked = Size;
    Role.Score = Named && Fact.MallocLike ? 66 : Named ? 50 : 40;
    Role.Reasons.push_back(std::string("returns ") + Fact.ReturnedPointee + " *, and " +
                           parameterInWords(Size.From.members()[0], F) + " is a size");
    if (Named)
      Role.Reasons.push_back("is named like an allocator");
  }
  if (!Fact.Defined)
    Role.Reasons.push_back("its body is in none of the sources");
  addAttributes(F, Role);
  // The first pointer to a record is the arena, but for the block of a realloc.
  for (size_t Number = 0; Number < Fact.Parameters.size() && Role.Arena < 0; ++Number)
    if (const ParameterFact &P = Fact.Parameters[Number];
        P.Letter == 'p' && !P.Pointee.empty() && !isBytes(P.Pointee))
      Role.Arena = int(Number);
  return Role;
}

} // namespace allocsite
