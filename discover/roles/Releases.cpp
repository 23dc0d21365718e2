//===- Releases.cpp - Which functions take memory back ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/roles/Releases.h"
#include "discover/facts/Words.h"

using namespace llvm;

namespace allocsite {

static constexpr unsigned MostRoundsOfReleases = 12;

/// Limits the score of a conditional free: the block may belong to another, or be kept.
static constexpr int MostOfConditional = 72;

/// An argument by the number of its parameter, or null.
static const ArgumentFact *argument(const CallFact &Call, int Number) {
  if (Number == Argument::This)
    return &Call.Object;
  return Number >= 0 && size_t(Number) < Call.Arguments.size() ? &Call.Arguments[Number]
                                                               : nullptr;
}

/// The argument of `Callee` that it frees, or None.
int Releases::freedArgument(int Callee) const {
  if (Callee < 0)
    return Argument::None;
  if (const Rule *R = Rules.release(Code.functions()[Callee]))
    return R->Kind == RuleKind::Free ? R->Block.Number : Argument::None;
  const ReleaseRole *Role = find(Callee);
  return Role && (Role->Kind == RuleKind::Free || Role->Kind == RuleKind::Destroy)
             ? Role->Subject
             : Argument::None;
}

/// How sure it is that `Callee` takes something back; 100 where a rule says so.
int Releases::scoreOf(int Callee) const {
  if (Callee < 0)
    return 0;
  if (Rules.release(Code.functions()[Callee]))
    return 100;
  const ReleaseRole *Role = find(Callee);
  return Role ? Role->Score : 0;
}

static bool isParameterItself(const PointerFact &Given, int Number) {
  return Given.Parameters.has(Number) && Given.Parameters.members().size() == 1 &&
         Given.Calls.empty() && Given.Fields.empty() && !Given.Loaded;
}

/// The parameter of `F` that is an arena, beside the block, or None.
int Releases::arenaOf(const Function &F, int Block) const {
  if (F.Fact.IsMethod && LikelyArenas.count(F.Name.scope().str()))
    return Argument::This;
  for (size_t Index = 0; Index < F.Fact.Parameters.size(); ++Index)
    if (int(Index) != Block && LikelyArenas.count(F.Fact.Parameters[Index].Pointee))
      return int(Index);
  return Argument::None;
}

/// The callees of a call: one function, or all that the pointer is set to.
std::vector<int> Releases::calleesOf(const Function &F, size_t Index) const {
  if (F.Callees[Index] >= 0)
    return {F.Callees[Index]};
  return Code.targetsOf(F.Fact.Calls[Index].Hook);
}

ParameterSet Releases::reachedBy(int Callee) const {
  const Rule *R = Rules.release(Code.functions()[Callee]);
  return R && R->Kind == RuleKind::Free ? ParameterSet::of(R->Block.Number) : Reached[Callee];
}

void Releases::findReached() {
  for (unsigned Round = 0; Round < MostRoundsOfReleases; ++Round) {
    bool Same = true;
    for (size_t Number = 0; Number < Reached.size(); ++Number) {
      const Function &F = Code.functions()[Number];
      ParameterSet Before = Reached[Number];
      for (size_t Index = 0; Index < F.Fact.Calls.size(); ++Index)
        for (int Callee : calleesOf(F, Index))
          for (int Freed : reachedBy(Callee).members())
            if (const ArgumentFact *Its = argument(F.Fact.Calls[Index], Freed))
              Reached[Number].add(Its->Roots);
      Same &= Before == Reached[Number];
    }
    if (Same)
      return;
  }
}

/// How sure it is that the parameter is freed: no surer than what it is handed to.
int Releases::freesItself(const Function &F, int Parameter) const {
  int Surest = 0;
  for (size_t Index = 0; Index < F.Fact.Calls.size(); ++Index)
    if (const ArgumentFact *Freed =
            argument(F.Fact.Calls[Index], freedArgument(F.Callees[Index])))
      if (isParameterItself(Freed->Pointer, Parameter))
        Surest = std::max(Surest, scoreOf(F.Callees[Index]));
  return Surest;
}

/// True if exactly one call may free the parameter, and only under a condition: if that does
/// not hold, the function may keep the memory.
bool Releases::mayKeep(const Function &F, int Parameter) const {
  auto isParameter = [&](const ArgumentFact &Given) {
    return isParameterItself(Given.Pointer, Parameter);
  };
  unsigned Freeing = 0, Sometimes = 0;
  for (size_t Index = 0; Index < F.Fact.Calls.size(); ++Index) {
    const CallFact &Call = F.Fact.Calls[Index];
    const ArgumentFact *Freed = argument(Call, freedArgument(F.Callees[Index]));
    if (Freed ? !isParameter(*Freed)
              : Call.Hook.empty() || none_of(Call.Arguments, isParameter))
      continue;
    ++Freeing;
    Sometimes += Call.Sometimes;
  }
  return Freeing == 1 && Sometimes == 1;
}

/// How sure it is that what the allocator moves is set back: here, or by what the
/// arena is handed to.
int Releases::empties(const Function &F, int Arena) const {
  for (const StoreFact &Store : F.Fact.Stores)
    if (Allocators.carvedFields().count(Store.Field) && Store.Roots.has(Arena) &&
        !(Store.Value.Fields.count(Store.Field) && !Store.MovedBy.From.empty()))
      return 100;
  int Surest = 0;
  for (size_t Index = 0; Index < F.Fact.Calls.size(); ++Index)
    if (const ReleaseRole *Its = find(F.Callees[Index]); Its && Its->Kind == RuleKind::Reset)
      if (const ArgumentFact *Emptied = argument(F.Fact.Calls[Index], Its->Subject))
        if (isParameterItself(Emptied->Pointer, Arena))
          Surest = std::max(Surest, Its->Score);
  return Surest;
}

/// Whether it frees something that it reached from the parameter.
bool Releases::freesPartsOf(const Function &F, int Parameter) const {
  for (size_t Index = 0; Index < F.Fact.Calls.size(); ++Index)
    for (int Callee : calleesOf(F, Index))
      for (int Freed : reachedBy(Callee).members())
        if (const ArgumentFact *Its = argument(F.Fact.Calls[Index], Freed))
          if (Its->Roots.has(Parameter) && !Its->Pointer.Fields.empty())
            return true;
  return false;
}

/// `void xfree(void *p)`: what frees an object of a type is its end, and no entry of
/// an allocator.
std::optional<ReleaseRole> Releases::blockRole(int Number) const {
  const Function &F = Code.functions()[Number];
  for (size_t Index = 0; Index < F.Fact.Calls.size(); ++Index) {
    const CallFact &Call = F.Fact.Calls[Index];
    int Argued = freedArgument(F.Callees[Index]), Score = scoreOf(F.Callees[Index]);
    std::string Through;
    if (F.Callees[Index] >= 0) {
      Through = Code.functions()[F.Callees[Index]].Name.Qualified;
    } else if (!Call.Hook.empty()) {
      Through = Call.Hook;
      for (int Target : Code.targetsOf(Call.Hook))
        if (Argued == Argument::None) {
          Argued = freedArgument(Target);
          Score = scoreOf(Target);
        }
    }
    const ArgumentFact *Freed = argument(Call, Argued);
    if (!Freed)
      continue;
    for (int Block : Freed->Pointer.Parameters.members()) {
      if (Block < 0 || !isParameterItself(Freed->Pointer, Block))
        continue;
      const ParameterFact &P = F.Fact.Parameters[Block];
      if (P.Pointee != "void" && P.Pointee != "char")
        continue;
      ReleaseRole Role{RuleKind::Free, Block, "", std::min(92, Score), {}, arenaOf(F, Block)};
      std::string What = "parameter " + std::to_string(Block);
      Role.Reasons.push_back("hands " + What + " to " + Through);
      if (mayKeep(F, Block)) {
        Role.Score = std::min(Role.Score, MostOfConditional);
        Role.Reasons.push_back("in some cases only");
      }
      if (Freed->Pointer.Offset)
        Role.Reasons.push_back("with a header in front of it");
      if (whatNameSays(lastComponentOf(F.Name.Qualified)) != NameSays::Frees) {
        Role.Score = std::min(Role.Score, 45);
        Role.Reasons.push_back("is not named so");
      }
      if (freesPartsOf(F, Block)) {
        Role.Score = std::min(Role.Score, 45);
        Role.Reasons.push_back("frees what is in it, too, as the end of an object does");
      }
      return Role;
    }
  }
  // A header that is looked for, lists of blocks: not a straight way to free().
  StringRef Name = lastComponentOf(F.Name.Qualified);
  if (whatNameSays(Name) != NameSays::Frees)
    return std::nullopt;
  bool IsLast = whatLastWordSays(Name) == NameSays::Frees;
  for (size_t Index = 0; Index < F.Fact.Parameters.size(); ++Index) {
    const ParameterFact &P = F.Fact.Parameters[Index];
    if (P.Pointee == "void" && !P.ConstPointee && Reached[Number].has(int(Index)))
      return ReleaseRole{
          RuleKind::Free,
          int(Index),
          "",
          IsLast ? 78 : 48,
          {"frees what is reached from parameter " + std::to_string(Index), "is named so"},
          arenaOf(F, int(Index))};
  }
  return std::nullopt;
}

std::optional<ReleaseRole> Releases::arenaRole(int Number) const {
  const Function &F = Code.functions()[Number];
  StringRef Name = lastComponentOf(F.Name.Qualified);
  NameSays Says = whatNameSays(Name);
  int Arena = Argument::None;
  std::string Record;
  // A reset is good evidence even for an arena that is only likely.
  const std::set<std::string> &Which = Says == NameSays::Resets ? LikelyArenas : Arenas;
  if (F.Fact.IsMethod && Which.count(F.Name.scope().str())) {
    Arena = Argument::This;
    Record = F.Name.scope().str();
  } else {
    // The parameter that it is about is the first.
    for (size_t Index = 0; Index < F.Fact.Parameters.size(); ++Index) {
      const ParameterFact &P = F.Fact.Parameters[Index];
      if (P.Letter == 'p' && !P.ConstPointee && Which.count(P.Pointee)) {
        Arena = int(Index);
        Record = P.Pointee;
        break;
      }
    }
  }
  if (Arena == Argument::None)
    return std::nullopt;

  int Itself = freesItself(F, Arena), Empties = empties(F, Arena);
  const bool Sure = Arenas.count(Record);
  if (!Sure && (!Empties || Itself))
    return std::nullopt;
  bool Parts = Reached[Number].has(Arena);
  bool Ends = Says == NameSays::Destroys || Says == NameSays::Frees;
  ReleaseRole Role{RuleKind::Destroy, Arena, Record, 0, {}};
  auto because = [&](const char *Reason) { Role.Reasons.push_back(Reason); };
  // A function with a second pointer, `pool_free(pool, p)`, ends that object, not the arena.
  bool HasOther = false;
  for (size_t Index = 0; Index < F.Fact.Parameters.size(); ++Index)
    HasOther |= int(Index) != Arena && F.Fact.Parameters[Index].Letter == 'p' &&
                !F.Fact.Parameters[Index].ConstPointee;
  if ((HasOther && !Itself) || F.Fact.ReturnsPointer)
    return std::nullopt;
  if (Itself && (Ends || Parts || Empties)) {
    Role.Score = std::min(Ends ? 92 : 48, Itself);
    because("frees the arena itself");
    if (mayKeep(F, Arena)) {
      Role.Score = std::min(Role.Score, MostOfConditional);
      because("in some cases only");
    }
  } else if (Ends && Parts) {
    Role.Score = 88;
    because("frees what is reached from the arena");
  } else if (Says == NameSays::Resets && (Empties || Parts)) {
    Role.Kind = RuleKind::Reset;
    Role.Score = Empties ? std::min(Sure ? 92 : 80, Empties) : 84;
    because(Empties ? "sets back what the allocator moves"
                    : "frees what is reached from the arena");
  } else if ((Ends || Says == NameSays::Resets) && Arena <= 0) {
    // Behind other parameters, as in env_delete(name, pool), it is what is used.
    if (Says == NameSays::Resets)
      Role.Kind = RuleKind::Reset;
    Role.Score = 50; // by its name alone
  } else {
    return std::nullopt;
  }
  if (Ends || Says == NameSays::Resets)
    because(Says == NameSays::Resets ? "is named like what empties an arena"
                                     : "is named like what ends an arena");
  return Role;
}

std::optional<ReleaseRole> Releases::makerRole(int Number) const {
  const Function &F = Code.functions()[Number];
  NameSays Says = whatNameSays(lastComponentOf(F.Name.Qualified));
  auto made = [&](const PointerFact &Given) {
    for (const PointerFact::FromCall &From : Given.Calls) {
      int Callee = F.Callees[From.Call];
      if (Allocators.find(Callee) || (find(Callee) && find(Callee)->Kind == RuleKind::Create))
        return true;
    }
    return false;
  };
  ReleaseRole Role{RuleKind::Create, Argument::None, "", 0, {}};
  bool Made = false;
  if (F.Fact.ReturnsPointer && !F.Fact.ReturnsConst && Arenas.count(F.Fact.ReturnedPointee)) {
    Role.Record = F.Fact.ReturnedPointee;
    Made = made(F.Fact.Returns);
  } else {
    for (size_t Index = 0; Index < F.Fact.Parameters.size() && Role.Record.empty(); ++Index)
      if (Arenas.count(F.Fact.Parameters[Index].OutPointee)) {
        Role.Record = F.Fact.Parameters[Index].OutPointee;
        Role.Subject = int(Index);
      }
    for (const OutFact &Out : F.Fact.Outs)
      Made |= Out.Parameter == Role.Subject && made(Out.Value);
  }
  if (Role.Record.empty() || (!Made && Says != NameSays::Makes))
    return std::nullopt;
  if (!Made && Role.Subject == Argument::None && F.Fact.Defined)
    return std::nullopt; // returns one that there is
  for (size_t Index = 0; Index < F.Fact.Parameters.size(); ++Index)
    if (F.Fact.Parameters[Index].Pointee == Role.Record) {
      Role.Arena = int(Index);
      break;
    }
  Role.Score = (Made ? 72 : 42) + (Says == NameSays::Makes ? 20 : 0);
  if (Made)
    Role.Reasons.push_back("gives a new " + Role.Record);
  if (Says == NameSays::Makes)
    Role.Reasons.push_back("is named like what makes an arena");
  return Role;
}

Releases::Releases(const CodeBase &Code, const KnownRules &Known, const Roles &Allocators,
                   std::set<std::string> Certain, std::set<std::string> Likely)
    : Code(Code), Rules(Known), Allocators(Allocators), Arenas(std::move(Certain)),
      LikelyArenas(std::move(Likely)), Reached(Code.functions().size()),
      Found(Code.functions().size()) {
  findReached();
  for (unsigned Round = 0; Round < MostRoundsOfReleases; ++Round) {
    bool Same = true;
    for (size_t Number = 0; Number < Found.size(); ++Number) {
      const Function &F = Code.functions()[Number];
      if (Found[Number] || F.Fact.System || Known.release(F) || Known.allocator(F) ||
          F.Name.Qualified == "main")
        continue;
      Found[Number] = makerRole(int(Number));
      if (!Found[Number])
        Found[Number] = arenaRole(int(Number));
      // realloc(p, 0) frees as well.
      if (!Found[Number] && !Allocators.find(int(Number)))
        Found[Number] = blockRole(int(Number));
      Same &= !Found[Number];
    }
    if (Same)
      break;
  }
}

} // namespace allocsite
