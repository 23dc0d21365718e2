//===- Roles.cpp - Which functions hand out memory --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/Roles.h"
#include "discover/Sizes.h"
#include "discover/Words.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace allocsite {

/// A chain of wrappers is as long as its rounds; real ones have five or six links.
static constexpr unsigned MostRounds = 24;

bool AllocatorRole::operator==(const AllocatorRole &Other) const {
  return From == Other.From && Asked == Other.Asked && Arena == Other.Arena &&
         Align == Other.Align && Old == Other.Old && StoredIn == Other.StoredIn &&
         Giver == Other.Giver && Header == Other.Header &&
         Transparent == Other.Transparent && Score == Other.Score &&
         Reasons == Other.Reasons;
}

static std::string parameterText(int Number, const Function &F) {
  if (Number == Argument::This)
    return "this";
  std::string Text = "parameter " + std::to_string(Number);
  if (size_t(Number) < F.Fact.Parameters.size() &&
      !F.Fact.Parameters[Number].Name.empty())
    Text += " (" + F.Fact.Parameters[Number].Name + ")";
  return Text;
}

static bool isBytes(StringRef Pointee) {
  return Pointee == "void" || Pointee == "char";
}

/// Whether a parameter's name is one that sizes have.
static bool namesSize(StringRef Name) {
  for (const std::string &Word : wordsOf(Name))
    for (StringRef Known : {"size", "len", "length", "bytes", "nbytes", "byte", "sz",
                            "n", "nb", "amount", "req", "siz", "nbyte"})
      if (Word == Known)
        return true;
  return false;
}

int Roles::sizeParameter(const SizeFact &Asked, const Function &F) {
  if (Asked.Scaled || Asked.Opaque || Asked.How == SizeFact::Product ||
      Asked.How == SizeFact::Text)
    return Argument::None;
  std::vector<int> Numbers = Asked.From.members();
  // Of several summands the size is the one that is called so.
  auto keep = [&](auto IsOne) {
    if (Numbers.size() > 1)
      erase_if(Numbers, [&](int Number) {
        return Number < 0 || !IsOne(StringRef(F.Fact.Parameters[Number].Name));
      });
  };
  keep([](StringRef Name) { return namesSize(Name); });
  keep([](StringRef Name) { return Name == "size"; });
  if (Numbers.size() != 1 || Numbers[0] < 0 ||
      F.Fact.Parameters[Numbers[0]].Letter != 'i')
    return Argument::None;
  return Numbers[0];
}

static std::string sizeText(const SizeFact &Asked, const Function &F) {
  auto name = [&](int Number) { return parameterText(Number, F); };
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

//===----------------------------------------------------------------------===//
// What hands back a parameter
//===----------------------------------------------------------------------===//

int Roles::handsBack(int Number) const {
  if (Number < 0)
    return Argument::None;
  const Function &F = Code.functions()[Number];
  if (!F.Fact.Defined) {
    static constexpr StringRef Library[] = {"memset",  "memcpy", "memmove", "strcpy",
                                            "strncpy", "strcat", "strncat"};
    return is_contained(Library, F.Name.Qualified) ? 0 : Argument::None;
  }
  const PointerFact &Returns = F.Fact.Returns;
  std::vector<int> From = Returns.Parameters.members();
  return From.size() == 1 && From[0] >= 0 && Returns.Calls.empty() &&
                 Returns.Fields.empty() && !Returns.Loaded && !Returns.Other &&
                 !Returns.Offset
             ? From[0]
             : Argument::None;
}

/// What comes from a call that hands an argument back comes from that argument.
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

//===----------------------------------------------------------------------===//
// What is known, and what is declared
//===----------------------------------------------------------------------===//

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
    if (!isBytes(Fact.ReturnedPointee) || Fact.ReturnsConst ||
        !(Named || Fact.MallocLike))
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
                           parameterText(Size.From.members()[0], F) + " is a size");
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

//===----------------------------------------------------------------------===//
// Carving
//===----------------------------------------------------------------------===//

static bool isMoved(const StoreFact &Store) {
  return !Store.MovedBy.From.empty() && Store.Value.Fields.count(Store.Field);
}

static int firstArena(ParameterSet Roots) {
  std::vector<int> Numbers = Roots.members();
  return Numbers.empty() ? Argument::None : Numbers[0];
}

std::optional<AllocatorRole> Roles::carvingRole(const Function &F) const {
  const StoreFact *Move = nullptr;
  for (const StoreFact &Store : F.Fact.Stores)
    if (F.Fact.Returns.Fields.count(Store.Field) && isMoved(Store) &&
        (!Move || sizeParameter(Move->MovedBy, F) < 0))
      Move = &Store;
  if (!Move)
    return std::nullopt;
  AllocatorRole Role;
  Role.From = AllocatorRole::Carves;
  Role.Asked = Move->MovedBy;
  Role.Arena = firstArena(Move->Roots);
  // An integer may as well count what is in an array, or in a string.
  Role.Score = Move->OfPointer ? 66 : 56;
  Role.Reasons.push_back("returns " + Move->Field + ", and moves it by " +
                         sizeText(Move->MovedBy, F));
  auto add = [&](int Points, const std::string &Reason) {
    Role.Score += Points;
    Role.Reasons.push_back(Reason);
  };
  if (Filled.count(Move->Field))
    add(14, Move->Field + " is set to what an allocator gave");
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
  if (!Move->OfPointer && !namesAllocation(Name))
    Role.Score = std::min(Role.Score, 50);
  addAttributes(F, Role);
  Role.Score = std::max(1, std::min(98, Role.Score));
  return Role;
}

/// Members that are set to what an allocator, or an offset from it, gave; and, since
/// chunks hold their own bounds, what is computed of such a member.
void Roles::findFilledFields() {
  for (const Function &F : Code.functions())
    for (const StoreFact &Store : F.Fact.Stores)
      for (const PointerFact::FromCall &From : Store.Value.Calls)
        if (Store.OfPointer && find(F.Callees[From.Call]))
          Filled.insert(Store.Field);
}

//===----------------------------------------------------------------------===//
// Handing on
//===----------------------------------------------------------------------===//

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
    if (Role.Old == Argument::None &&
        !Call.Arguments[Number].Pointer.Parameters.empty() &&
        StringRef(Call.Hook).find("realloc") != StringRef::npos)
      Role.Old = int(Number);
  }
  Role.Reasons = {Call.Hook + ", a pointer to functions,"};
  return Role;
}

/// What a rule for `F` says of its size: what an allocator rounds up or puts in front
/// is its own affair.
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
  Role.Asked = inCaller(
      Indirect ? Its->Asked : countedSize(*Its, Code.functions()[Callee]), Call.Arguments);
  // What carves, has a header, or calls through a pointer is counted itself.
  Role.Transparent =
      !Indirect && (Its->Transparent ||
                    sizeParameter(Its->Asked, Code.functions()[Callee]) >= 0);
  Role.Score = std::min(Its->Score, 96);
  auto fact = [&](int Number) -> const ArgumentFact * {
    if (Number == Argument::This)
      return &Call.Object;
    return Number >= 0 && size_t(Number) < Call.Arguments.size()
               ? &Call.Arguments[Number]
               : nullptr;
  };
  if (const ArgumentFact *Arena = fact(Its->Arena))
    Role.Arena = firstArena(Arena->Pointer.Parameters.empty()
                                ? Arena->Roots
                                : Arena->Pointer.Parameters);
  if (const ArgumentFact *Old = fact(Its->Old))
    if (std::vector<int> From =
            (Old->Pointer.Parameters.empty() ? Old->Roots : Old->Pointer.Parameters)
                .members();
        From.size() == 1 && From[0] >= 0 && isBytes(F.Fact.Parameters[From[0]].Pointee))
      Role.Old = From[0];
  if (const ArgumentFact *Align = fact(Its->Align))
    if (Align->Size.How == SizeFact::Parameter)
      Role.Align = Align->Size.From.members()[0];
  Role.Reasons.push_back(
      "returns what " +
      (Indirect ? Its->Reasons[0]
                : Code.functions()[Callee].Name.Qualified) +
      " gave, of " + sizeText(Role.Asked, F));
  return Role;
}

/// What of several calls tells most: a size by parameters, then certainty.
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
  const std::string &Given = Stored ? F.Fact.Parameters[Role.StoredIn].OutPointee
                                    : F.Fact.ReturnedPointee;
  if (Named) {
    Role.Score = std::min(Role.Score + 3, 98);
    Role.Reasons.push_back("is named like an allocator");
  }
  addAttributes(F, Role);
  if (ByAttribute || (Named && SaysSize && (Exact || isBytes(Given) || Stored)))
    return;
  if (Exact && Given == "void")
    return;
  if (Exact && Given == "char" && !Stored)
    Role.Score -= 15;
  else
    Role.Score = std::min(Role.Score, SaysSize ? 50 : Named ? 48 : 40);
}

std::optional<AllocatorRole> Roles::handedOnRole(int Number) const {
  const Function &F = Code.functions()[Number];
  std::optional<AllocatorRole> Best;
  bool Mixed = false;
  int Old = Argument::None, Arena = Argument::None;
  auto consider = [&](const PointerFact &Written, int StoredIn) {
    const PointerFact Given = resolved(F, Written);
    for (const PointerFact::FromCall &From : Given.Calls) {
      if (F.Callees[From.Call] == Number)
        continue; // it calls itself
      std::optional<AllocatorRole> Role = throughCall(F, From.Call, From.Out);
      if (!Role) {
        Mixed |= From.Out < 0; // an address that is taken says little
        continue;
      }
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
    }
  };
  consider(F.Fact.Returns, Argument::None);
  if (!Best)
    for (const OutFact &Out : F.Fact.Outs)
      consider(Out.Value, Out.Parameter);
  if (!Best)
    return std::nullopt;
  if (Best->StoredIn != Argument::None)
    Best->Reasons.push_back("stores it where " + parameterText(Best->StoredIn, F) +
                            " points to");
  if (Best->Header)
    Best->Reasons.push_back("returns an address behind the beginning of the block");
  if (Mixed) {
    Best->Score -= 24;
    Best->Reasons.push_back("returns other memory, too");
  }
  addPurpose(F, *Best);
  return Best;
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
  return Carving ? Carving : declaredRole(F);
}

Roles::Roles(const CodeBase &Code, const KnownRules &Known)
    : Code(Code), Rules(Known), Found(Code.functions().size()) {
  for (unsigned Round = 0; Round < MostRounds; ++Round) {
    std::vector<std::optional<AllocatorRole>> Next(Found.size());
    for (size_t Number = 0; Number < Found.size(); ++Number)
      Next[Number] = roleOf(int(Number));
    bool Same = Next == Found;
    Found = std::move(Next);
    if (Same)
      break;
    findFilledFields();
  }
  for (const Function &F : Code.functions())
    if (const AllocatorRole *Role = find(int(&F - Code.functions().data()));
        Role && Role->From == AllocatorRole::Carves)
      for (const StoreFact &Store : F.Fact.Stores)
        if (F.Fact.Returns.Fields.count(Store.Field) && isMoved(Store))
          Carved.insert(Store.Field);
}

} // namespace allocsite
