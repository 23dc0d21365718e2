//===- Members.cpp - Where a member stands that a rule names ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Members.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;

namespace allocsite {

namespace {

struct MemberPlace {
  uint64_t Bits, Width;
};

/// Without typedef, const and the like.
const DIType *bare(const DIType *Type) {
  constexpr unsigned Transparent[] = {dwarf::DW_TAG_typedef, dwarf::DW_TAG_const_type,
                                      dwarf::DW_TAG_volatile_type, dwarf::DW_TAG_atomic_type};
  while (auto *Its = dyn_cast_or_null<DIDerivedType>(Type)) {
    if (!is_contained(Transparent, Its->getTag()))
      break;
    Type = Its->getBaseType();
  }
  return Type;
}

/// Also of a base class, or of a part that has no name. `Names`: those that there are.
std::optional<MemberPlace> findMember(const DICompositeType &In, StringRef Name,
                                      SmallVectorImpl<StringRef> &Names) {
  for (const DINode *Each : In.getElements()) {
    auto *Its = dyn_cast_or_null<DIDerivedType>(Each);
    if (!Its || Its->isStaticMember() || Its->isBitField())
      continue;
    const DIType *Type = bare(Its->getBaseType());
    auto *Inner = dyn_cast_or_null<DICompositeType>(Type);
    if (Its->getTag() == dwarf::DW_TAG_member && !Its->getName().empty()) {
      Names.push_back(Its->getName());
      if (Its->getName() == Name)
        return MemberPlace{Its->getOffsetInBits(),
                           isa_and_nonnull<DIBasicType>(Type) ? Type->getSizeInBits() : 0};
    } else if (Inner) {
      if (std::optional<MemberPlace> Deep = findMember(*Inner, Name, Names))
        return MemberPlace{Its->getOffsetInBits() + Deep->Bits, Deep->Width};
    }
  }
  return std::nullopt;
}

/// The first class of that name, or typedef of one, that is described; or null.
const DICompositeType *findClass(const Module &M, StringRef Name) {
  DebugInfoFinder Types;
  Types.processModule(M);
  for (const DIType *Each : Types.types())
    if (Each->getName() == Name)
      if (auto *Its = dyn_cast_or_null<DICompositeType>(bare(Each));
          Its && !Its->isForwardDecl())
        return Its;
  return nullptr;
}

} // namespace

std::string setMeasure(Allocator &To, const Rule &R, const Module &M, bool &IsError) {
  To.How = R.How;
  To.Extra = R.Extra;
  IsError = false;
  if (R.How != Measure::Member)
    return "";
  To.How = Measure::Fixed; // unknown
  const auto [Class, Name] = R.Member.rsplit('.');
  const DICompositeType *Its = findClass(M, Class);
  if (!Its)
    return ("nothing describes '" + Class + "' here, which -g does: calls count with 0 bytes")
        .str();
  IsError = true;
  SmallVector<StringRef, 16> Names;
  const std::optional<MemberPlace> At = findMember(*Its, Name, Names);
  if (!At)
    return ("'" + Class + "' has no member '" + Name + "'" + nearestWord(Name, Names)).str();
  if (At->Width != 32 && At->Width != 64)
    return ("'" + R.Member + "' is no number of 32 or 64 bits").str();
  To.How = At->Width == 32 ? Measure::Word32 : Measure::Word64;
  To.Extra = static_cast<unsigned>(At->Bits / 8);
  return "";
}

} // namespace allocsite
