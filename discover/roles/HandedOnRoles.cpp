//===- HandedOnRoles.cpp - What hands on what a call gave -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wrapper, of wrappers and of pointers to functions, returns what a call returned or
// stores it for its caller: as it is, with a header in front, or handed through what
// hands back a parameter, as memset() does.
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "discover/roles/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace allocsite {

int Roles::handsBack(int Number) const {
  if (Number < 0)
    return Argument::None;
  const Function &F = Code.functions()[Number];
  if (!F.Fact.Defined) {
    static constexpr StringRef Library[] = {"memset",  "memcpy", "memmove", "strcpy",
                                            "strncpy", "strcat", "strncat"};
    return is_contained(Library, F.Name.Qualified) ? 0 : Argument::None;
  }
  return F.Fact.Returns.Other ? Argument::None : F.Fact.Returns.parameterItself();
}

/// Replaces results of calls that return an argument by that argument.
PointerFact Roles::resolved(const Function &F, const PointerFact &Given) const {
  PointerFact Fact = Given;
  std::set<PointerFact::FromCall> Done;
  for (bool More = true; More;) {
    More = false;
    for (const PointerFact::FromCall &From : Fact.Calls) {
      int Back = handsBack(F.Callees[From.Call]);
      if (From.Out >= 0 || Back < 0 ||
          size_t(Back) >= F.Fact.Calls[From.Call].Arguments.size())
        continue;
      PointerFact Through = F.Fact.Calls[From.Call].Arguments[Back].Pointer;
      Done.insert(From);
      Fact.Calls.erase(From);
      for (const PointerFact::FromCall &Each : Done)
        Through.Calls.erase(Each);
      Fact.add(Through);
      More = true;
      break;
    }
  }
  return Fact;
}

/// The role that a call through a pointer plays: that of what the pointer is set to,
/// or what its name and arguments say.
std::optional<AllocatorRole> Roles::throughHook(const CallFact &Call) const {
  if (Call.Hook.empty() || !Call.HookGivesPointer)
    return std::nullopt;
  for (int Target : Code.targetsOf(Call.Hook))
    if (const AllocatorRole *Its = find(Target)) {
      AllocatorRole Role = *Its;
      Role.Giver = Target;
      Role.Score = std::min(Role.Score, 94);
      Role.Reasons = {Call.Hook + ", which is set to " +
                      Code.functions()[Target].Name.Qualified + ","};
      return Role;
    }
  if (!namesAllocation(StringRef(Call.Hook).rsplit('.').second.empty()
                           ? StringRef(Call.Hook)
                           : StringRef(Call.Hook).rsplit('.').second))
    return std::nullopt;
  // alloc(n), realloc(p, n), frealloc(ud, p, old size, n): the last integer; of
  // calloc(count, n) the last two.
  AllocatorRole Role;
  Role.Score = 76;
  for (size_t Number = 0; Number < Call.Arguments.size(); ++Number) {
    if (!Call.Arguments[Number].Size.From.empty())
      Role.Asked = StringRef(Call.Hook).find("calloc") != StringRef::npos &&
                           Role.Asked.How == SizeFact::Parameter
                       ? productOf(Role.Asked, sizeOfParameter(int(Number)))
                       : sizeOfParameter(int(Number));
    if (Role.Old == Argument::None && !Call.Arguments[Number].Pointer.Parameters.empty() &&
        StringRef(Call.Hook).find("realloc") != StringRef::npos)
      Role.Old = int(Number);
  }
  Role.Reasons = {Call.Hook + ", a pointer to functions,"};
  return Role;
}

/// The size that a rule for `F` would name: what was asked for, without what an allocator adds
/// by rounding up or for a header.
static SizeFact countedSize(const AllocatorRole &Role, const Function &F) {
  bool Own = Role.From == AllocatorRole::Carves || Role.From == AllocatorRole::Hook ||
             Role.From == AllocatorRole::Declared || Role.Header;
  int Size = Roles::sizeParameter(Role.Asked, F);
  bool SaysMore = Role.Giver >= 0 && !Role.Header && Role.Asked.How == SizeFact::Sum;
  return Own && Size >= 0 && !SaysMore ? sizeOfParameter(Size) : Role.Asked;
}

/// The role of `F` where it hands on what its call number `Index` gave.
std::optional<AllocatorRole> Roles::throughCall(const Function &F, unsigned Index,
                                                int Out) const {
  const CallFact &Call = F.Fact.Calls[Index];
  int Callee = F.Callees[Index];
  std::optional<AllocatorRole> Its;
  if (const AllocatorRole *Known = find(Callee))
    Its = *Known;
  else if (Call.Callee.empty())
    Its = throughHook(Call);
  if (!Its || Its->StoredIn != Out)
    return std::nullopt;

  AllocatorRole Role;
  bool Indirect = Call.Callee.empty();
  Role.From = Indirect ? AllocatorRole::Hook : AllocatorRole::HandsOn;
  Role.Giver = Indirect ? Its->Giver : Callee;
  Role.Asked = inCaller(Indirect ? Its->Asked : countedSize(*Its, Code.functions()[Callee]),
                        Call.Arguments);
  // Not transparent are functions that carve, have a header, or call through a pointer: calls
  // of these are counted themselves.
  Role.Transparent = !Indirect && (Its->Transparent || Its->isOfObjects() ||
                                   sizeParameter(Its->Asked, Code.functions()[Callee]) >= 0);
  Role.Score = std::min(Its->Score, 96);
  auto fact = [&](int Number) -> const ArgumentFact * {
    if (Number == Argument::This)
      return &Call.Object;
    return Number >= 0 && size_t(Number) < Call.Arguments.size() ? &Call.Arguments[Number]
                                                                 : nullptr;
  };
  if (const ArgumentFact *Arena = fact(Its->Arena))
    Role.Arena = arenaAmong(Arena->Pointer.Parameters.empty() ? Arena->Roots
                                                              : Arena->Pointer.Parameters,
                            Role.Asked, F);
  if (const ArgumentFact *Old = fact(Its->Old))
    if (std::vector<int> From =
            (Old->Pointer.Parameters.empty() ? Old->Roots : Old->Pointer.Parameters).members();
        From.size() == 1 && From[0] >= 0 && isBytes(F.Fact.Parameters[From[0]].Pointee))
      Role.Old = From[0];
  if (const ArgumentFact *Align = fact(Its->Align))
    if (Align->Size.How == SizeFact::Parameter)
      Role.Align = Align->Size.From.members()[0];
  Role.Reasons.push_back(
      "returns what " +
      (Indirect ? Its->Reasons[0] : Code.functions()[Callee].Name.Qualified) + " gave");
  return Role;
}

/// Orders the roles from several calls by information: first a size by parameters, then
/// certainty.
static bool tellsMore(const AllocatorRole &A, const AllocatorRole &B) {
  auto rank = [](const AllocatorRole &R) {
    return std::make_tuple(!R.Asked.From.empty() && !R.Asked.Scaled,
                           R.From == AllocatorRole::HandsOn, R.Score);
  };
  return rank(A) > rank(B);
}

/// All sorts of functions make something and return it. Those that are there to give
/// memory return bytes, as many as a parameter says, or are named so; whether the
/// others should be frames is a matter of taste.
void Roles::addPurpose(const Function &F, AllocatorRole &Role) const {
  bool SaysSize = !Role.Asked.From.empty() && !Role.Asked.Scaled;
  bool Exact = SaysSize && Role.Asked.How != SizeFact::Computed;
  bool Named = namesAllocation(lastComponentOf(F.Name.Qualified));
  bool ByAttribute = F.Fact.AllocSize >= 0;
  bool Stored = Role.StoredIn != Argument::None;
  const std::string &Given =
      Stored ? F.Fact.Parameters[Role.StoredIn].OutPointee : F.Fact.ReturnedPointee;
  if (Role.isOfObjects()) {
    Role.Score = std::min(Role.Score, 72);
    addNameOfTaking(F, Role);
    addAttributes(F, Role);
    return;
  }
  if (Named) {
    Role.Score = std::min(Role.Score + 3, 98);
    Role.Reasons.push_back("is named like an allocator");
  }
  addAttributes(F, Role);
  if (ByAttribute || (Named && SaysSize && (Exact || isBytes(Given) || Stored)))
    return;
  // A function that allocates room and reads something into it is a user, not a wrapper.
  bool Reads = !Named && whatNameSays(lastComponentOf(F.Name.Qualified)) == NameSays::Reads;
  if (Exact && Given == "void" && !Reads)
    return;
  // Arrays of numbers or pointers are asked for as bytes are; objects are made.
  bool OfElements =
      Role.Asked.Scaled && Role.Asked.From.members().size() == 1 && Given.empty();
  if (Exact && Given == "char" && !Stored)
    Role.Score -= 15;
  else if (Named && OfElements && Role.From == AllocatorRole::HandsOn)
    Role.Score = std::min(Role.Score, 75);
  else
    Role.Score = std::min(Role.Score, SaysSize ? 50 : Named ? 48 : 40);
}

/// Whether the function calls an allocator of the code base in a call that is none of
/// those, of which it returns what they gave.
bool Roles::takesMore(int Number, const std::set<unsigned> &Returned) const {
  const std::vector<int> &Callees = Code.functions()[Number].Callees;
  for (size_t Call = 0; Call < Callees.size(); ++Call)
    if (const AllocatorRole *Role = find(Callees[Call]);
        Role && Role->From != AllocatorRole::Known && Callees[Call] != Number &&
        !Returned.count(unsigned(Call)))
      return true;
  return false;
}

/// Whether a pointer is seen to be stored where parameter `Out` points to. Where none is,
/// that an address was taken says little.
bool Roles::stores(int Number, int Out) const {
  if (Number < 0)
    return false;
  return any_of(Code.functions()[Number].Fact.Outs,
                [&](const OutFact &Each) { return Each.Parameter == Out; });
}

/// The parameter that is argument number `Index` of a call as it is, or None.
static int passedOn(const CallFact &Call, int Index) {
  if (size_t(Index) >= Call.Arguments.size())
    return Argument::None;
  const PointerFact &Given = Call.Arguments[Index].Pointer;
  return Given.Null || Given.Other ? Argument::None : Given.parameterItself();
}

void Roles::findWhoIsAskedForNone() {
  Zero.resize(Code.functions().size());
  for (const Function &F : Code.functions())
    for (size_t Index = 0; Index < F.Callees.size(); ++Index) {
      const CallFact &Call = F.Fact.Calls[Index];
      ParameterSet Which;
      for (size_t Number = 0; Number < Call.Arguments.size(); ++Number)
        if (const SizeFact &Its = Call.Arguments[Number].Size;
            Its.How == SizeFact::Constant && !Its.Number)
          Which.add(ParameterSet::of(int(Number)));
      if (F.Callees[Index] >= 0)
        Zero[F.Callees[Index]].add(Which);
      else
        for (int Target : Code.targetsOf(Call.Hook))
          Zero[Target].add(Which);
    }
}

int Roles::blockGivenBack(const Function &F) const {
  for (size_t Index = 0; Index < F.Callees.size(); ++Index) {
    int Callee = F.Callees[Index];
    const Rule *R = Callee >= 0 ? Rules.release(Code.functions()[Callee]) : nullptr;
    const auto &Arguments = F.Fact.Calls[Index].Arguments;
    if (R && R->Kind == RuleKind::Free && R->Block.Number >= 0 &&
        size_t(R->Block.Number) < Arguments.size())
      for (int Block : Arguments[R->Block.Number].Pointer.Parameters.members())
        if (Block >= 0 && isBytes(F.Fact.Parameters[Block].Pointee))
          return Block;
  }
  return Argument::None;
}

/// Whether `F`, which returns `Given`, takes that off a list of blocks that were given back:
/// what it was read from is set to what is read.
bool Roles::takesOffList(const Function &F, const PointerFact &Given) const {
  auto isLoaded = [](const PointerFact &Value) {
    return Value.Calls.empty() && (Value.Loaded || !Value.Fields.empty());
  };
  auto isTakenOff = [&](const StoreFact &Store) {
    return Store.OfPointer && Given.Fields.count(Store.Field) &&
           GivenBackTo.count(Store.Field) && isLoaded(Store.Value);
  };
  return any_of(F.Fact.Stores, isTakenOff) || popsOff(F, Given) ||
         (Given.Loaded && GivenBackTo.count(Element) && any_of(F.Fact.Elements, isLoaded));
}

/// How it rounds up what it is asked for is then its own affair.
void Roles::setKeepsBlocks(const Function &F, AllocatorRole &Role, bool Pops) {
  Role.KeepsBlocks = true;
  Role.PopsBlocks = Pops;
  Role.Reasons.push_back("takes some of it off a list");
  std::vector<int> From = Role.Asked.From.members();
  if (From.size() == 1 && From[0] >= 0 && F.Fact.Parameters[From[0]].Letter == 'i' &&
      !Role.Asked.Scaled)
    Role.Asked = sizeOfParameter(From[0]);
  if (!Pops || !From.empty())
    return;
  setObjects(F, Role);
  // What was made in place of one that came off the list, or several at once.
  if (Role.Asked.How != SizeFact::Constant || Role.Asked.Number <= 0 ||
      (Role.ObjectBytes && Role.Asked.Number % Role.ObjectBytes))
    Role.ObjectBytes = 0;
  if (Role.ObjectBytes)
    Role.Asked = constantSize(Role.ObjectBytes);
  else if (Role.SizedBy != Argument::None)
    Role.Asked = SizeFact();
}

std::optional<AllocatorRole> Roles::handedOnRole(int Number) const {
  const Function &F = Code.functions()[Number];
  std::optional<AllocatorRole> Best;
  std::set<unsigned> Returned;
  bool Mixed = false, Replaceable = false, KeepsBlocks = false, PopsBlocks = false;
  int Old = Argument::None, Arena = Argument::None;
  auto consider = [&](const PointerFact &Written, int StoredIn) {
    const PointerFact Given = resolved(F, Written);
    for (const PointerFact::FromCall &From : Given.Calls) {
      if (F.Callees[From.Call] == Number)
        continue; // it calls itself
      const std::string &Hook = F.Fact.Calls[From.Call].Hook;
      if (!Hook.empty() && is_contained(Code.targetsOf(Hook), Number)) {
        Replaceable = true; // or what stands in for it
        continue;
      }
      std::optional<AllocatorRole> Role = throughCall(F, From.Call, From.Out);
      if (!Role) {
        Mixed |= From.Out < 0 || stores(F.Callees[From.Call], From.Out);
        continue;
      }
      Returned.insert(From.Call);
      Role->StoredIn = StoredIn;
      Old = std::max(Old, Role->Old);
      if (Arena == Argument::None)
        Arena = Role->Arena;
      Role->Header = Given.Offset;
      if (Best && Best->Transparent != Role->Transparent)
        Best->Transparent = Role->Transparent = false;
      SizeFact Asked = Best ? either(Best->Asked, Role->Asked) : Role->Asked;
      if (!Best || tellsMore(*Role, *Best))
        Best = std::move(Role);
      // Paths that ask for different numbers of bytes.
      if (!Asked.From.empty())
        Best->Asked = Asked;
    }
    if (Best) {
      // One of several calls may be that of a realloc.
      Best->Old = Old;
      if (Best->Arena == Argument::None)
        Best->Arena = Arena;
      bool HandsBack = !Given.Parameters.empty() && Best->Old == Argument::None;
      Mixed |= Given.Loaded || Given.Other || !Given.Fields.empty() || HandsBack;
      KeepsBlocks |= takesOffList(F, Given);
      PopsBlocks |= popsOff(F, Given);
    }
  };
  consider(F.Fact.Returns, Argument::None);
  if (!Best)
    for (const OutFact &Out : F.Fact.Outs)
      consider(Out.Value, Out.Parameter);
  // The callee stores it where it was told to. So do all that open or make something by
  // way of another function: those are meant that are told how much.
  std::map<int, PointerFact> PassedOn;
  for (size_t Index = 0; !Best && Index < F.Callees.size(); ++Index)
    if (const AllocatorRole *Its = find(F.Callees[Index]); Its && Its->StoredIn >= 0)
      if (int Parameter = passedOn(F.Fact.Calls[Index], Its->StoredIn); Parameter >= 0)
        PassedOn[Parameter].Calls.insert({unsigned(Index), Its->StoredIn});
  for (const auto &[Parameter, Given] : PassedOn) {
    const auto Before = std::make_tuple(Returned, Mixed, Replaceable, Old, Arena);
    consider(Given, Parameter);
    if (Best && !Best->Asked.From.empty() && !Best->Asked.Scaled)
      break;
    Best.reset();
    std::tie(Returned, Mixed, Replaceable, Old, Arena) = Before;
  }
  if (!Best)
    return std::nullopt;
  // The pass does not see what is called in its place.
  Best->Transparent &= !Replaceable;
  const size_t Giving = Best->Reasons.size() - 1;
  if (Best->StoredIn != Argument::None)
    Best->Reasons.push_back("stores it where " + parameterInWords(Best->StoredIn, F) +
                            " points to");
  if (Best->Header)
    Best->Reasons.push_back("returns an address behind the beginning of the block");
  if (Mixed) {
    Best->Score -= 24;
    Best->Reasons.push_back("returns other memory, too");
  }
  if (KeepsBlocks)
    setKeepsBlocks(F, *Best, PopsBlocks);
  Best->Reasons[Giving] += ", of " + sizeInWords(Best->Asked, F);
  Best->TakesMore = takesMore(Number, Returned);
  // Others free the old block where they got no new one: they are not called to free.
  int Size = sizeParameter(Best->Asked, F);
  if (int Block = blockGivenBack(F); Block >= 0 && Size >= 0 && Zero[Number].has(Size)) {
    Best->GivesBack = true;
    Best->Reasons.push_back("frees " + parameterInWords(Block, F) + " as well");
  }
  addPurpose(F, *Best);
  return Best;
}

} // namespace allocsite
