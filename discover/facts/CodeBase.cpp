//===- CodeBase.cpp - All sources as one program ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/facts/CodeBase.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace allocsite {

std::string Function::shape() const {
  std::string Letters;
  for (const ParameterFact &Each : Fact.Parameters)
    Letters += Each.Letter;
  if (Letters.find('?') != std::string::npos)
    return "";
  if (Fact.Varargs)
    Letters += '*';
  return Letters.empty() ? "-" : Letters;
}

static bool isSame(const Place &A, const Place &B) { return !(A < B) && !(B < A); }

int CodeBase::numberOf(const FunctionFact &Fact, LocalNumbers &Local) {
  int New = int(Functions.size());
  if (!Fact.Static) {
    int Number = Global.try_emplace(Fact.Symbol, New).first->second;
    // Sources of several programs: each has its own, as if it were static.
    if (Number == New || !Fact.Defined || !Functions[Number].Fact.Defined ||
        isSame(Functions[Number].Fact.At, Fact.At))
      return Number;
  }
  int Number = Static.try_emplace({Fact.Symbol, Fact.At.File}, New).first->second;
  Local[Fact.Symbol] = Number;
  return Number;
}

int CodeBase::find(const std::string &Symbol, const LocalNumbers &Local) const {
  if (auto Its = Local.find(Symbol); Its != Local.end())
    return Its->second;
  auto Found = Global.find(Symbol);
  return Found == Global.end() ? -1 : Found->second;
}

static void addAttributes(const FunctionFact &From, FunctionFact &To) {
  auto take = [](int Number, int &Into) {
    if (Number >= 0)
      Into = Number;
  };
  take(From.AllocSize, To.AllocSize);
  take(From.AllocCount, To.AllocCount);
  take(From.AllocAlign, To.AllocAlign);
  To.MallocLike |= From.MallocLike;
  To.NonNull |= From.NonNull;
}

void CodeBase::addFunctions(std::vector<FunctionFact> &Facts, LocalNumbers &Local) {
  for (FunctionFact &Fact : Facts) {
    // A static function belongs to the file of its definition, so skip mere declarations. (The
    // bodies of functions in system headers are not read, so keep those.)
    if (Fact.Static && !Fact.Defined && !Fact.System)
      continue;
    size_t Number = numberOf(Fact, Local);
    if (Number == Functions.size()) {
      Functions.emplace_back();
      Functions.back().Fact = std::move(Fact);
      continue;
    }
    FunctionFact &Known = Functions[Number].Fact;
    if (Fact.Defined && !Known.Defined) {
      addAttributes(Known, Fact);
      Known = std::move(Fact);
    } else {
      addAttributes(Fact, Known);
    }
  }
}

bool CodeBase::addTarget(const std::string &Hook, int Number) {
  std::vector<int> &Targets = Hooks[Hook];
  bool New = std::find(Targets.begin(), Targets.end(), Number) == Targets.end();
  if (New)
    Targets.push_back(Number);
  Functions[Number].IsPointedTo = true;
  return New;
}

/// Propagates functions from a parameter to the pointers that the parameter is stored in.
void CodeBase::addAliases(const std::vector<UnitFacts> &Units) {
  std::set<HookAliasFact> Aliases;
  for (const UnitFacts &Each : Units)
    Aliases.insert(Each.HookAliases.begin(), Each.HookAliases.end());
  // A function is passed through few parameters only.
  constexpr unsigned MostRounds = 8;
  bool More = true;
  for (unsigned Round = 0; More && Round < MostRounds; ++Round) {
    More = false;
    for (const HookAliasFact &Each : Aliases)
      for (int Number : std::vector<int>(targetsOf(Each.From)))
        More |= addTarget(Each.Hook, Number);
  }
}

CodeBase::CodeBase(std::vector<UnitFacts> Units) {
  std::vector<LocalNumbers> Locals(Units.size());
  // Callees are looked up in the unit that a definition was taken from.
  std::vector<size_t> DefinedIn;
  for (size_t Index = 0; Index < Units.size(); ++Index) {
    addFunctions(Units[Index].Functions, Locals[Index]);
    DefinedIn.resize(Functions.size(), Units.size());
    for (size_t Number = 0; Number < Functions.size(); ++Number)
      if (DefinedIn[Number] == Units.size() && Functions[Number].Fact.Defined)
        DefinedIn[Number] = Index;
  }

  NameTable Names(/*Rules=*/nullptr);
  for (size_t Number = 0; Number < Functions.size(); ++Number) {
    Function &F = Functions[Number];
    F.Name = Names.get(F.Fact.Symbol);
    for (const CallFact &Call : F.Fact.Calls)
      F.Callees.push_back(Call.Callee.empty() ? -1
                                              : find(Call.Callee, Locals[DefinedIn[Number]]));
  }

  std::vector<std::tuple<int, std::string, unsigned, unsigned>> Calls;
  for (size_t Index = 0; Index < Units.size(); ++Index) {
    for (CallerFact &Call : Units[Index].Callers)
      if (int Number = find(Call.Symbol, Locals[Index]); Number >= 0)
        Calls.emplace_back(Number, std::move(Call.At.File), Call.At.Line, Call.Column);
    for (const HookFact &Hook : Units[Index].Hooks)
      if (int Number = find(Hook.Symbol, Locals[Index]); Number >= 0)
        addTarget(Hook.Hook, Number);
  }
  addAliases(Units);
  // Remove duplicates: every source that includes a header sees the calls in it.
  std::sort(Calls.begin(), Calls.end());
  Calls.erase(std::unique(Calls.begin(), Calls.end()), Calls.end());
  for (size_t Index = 0; Index < Calls.size(); ++Index) {
    Function &F = Functions[std::get<0>(Calls[Index])];
    ++F.Calls;
    if (!Index || std::get<0>(Calls[Index - 1]) != std::get<0>(Calls[Index]) ||
        std::get<1>(Calls[Index - 1]) != std::get<1>(Calls[Index]))
      ++F.CallingFiles;
  }
}

const std::vector<int> &CodeBase::targetsOf(const std::string &Hook) const {
  static const std::vector<int> None;
  auto Found = Hooks.find(Hook);
  return Found == Hooks.end() ? None : Found->second;
}

} // namespace allocsite
