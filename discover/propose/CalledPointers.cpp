//===- CalledPointers.cpp - Allocators that are called through pointers -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/propose/CalledPointers.h"
#include "discover/propose/RuleText.h"
#include "pass/rules/PointerMark.h"
#include <algorithm>
#include <map>

namespace allocsite {

static bool isAmong(const std::vector<int> &Targets, int Number) {
  return std::find(Targets.begin(), Targets.end(), Number) != Targets.end();
}

/// Whether `F` stands in front of another allocator: it calls what it may be called as.
static bool handsOnTo(const std::string &Hook, const Function &F) {
  return std::any_of(F.Fact.Calls.begin(), F.Fact.Calls.end(),
                     [&](const CallFact &Call) { return Call.Hook == Hook; });
}

namespace {

struct Said {
  std::string Words, Names;
  bool Certain = true;
  bool HasKnown = false;
};

} // namespace

/// The words of a rule for the pointer, and the functions it is set to. Nothing if these need
/// different words, or if one of them is no allocator.
static std::optional<Said> wordsOf(const std::string &Hook, const CodeBase &Code,
                                   const Roles &Allocators) {
  Said Its;
  auto &[Words, Names, Certain, HasKnown] = Its;
  for (int Target : Code.targetsOf(Hook)) {
    const Function &F = Code.functions()[Target];
    const AllocatorRole *Role = Allocators.find(Target);
    if (!Role && handsOnTo(Hook, F))
      continue;
    if (!Role || Role->StoredIn != Argument::None)
      return std::nullopt;
    std::optional<std::string> Size = sizeText(*Role, F);
    if (!Size)
      return std::nullopt;
    if (Role->Old >= 0)
      *Size += " old=" + std::to_string(Role->Old);
    if (!Words.empty() && Words != *Size)
      return std::nullopt;
    Words = *Size;
    // Those of the code base count what they call, where that is seen.
    HasKnown |= Role->From == AllocatorRole::Known;
    Certain &= certaintyOf(Role->Score) == Certainty::Certain;
    Names += (Names.empty() ? "" : ", ") + F.Name.Qualified;
  }
  if (Words.empty())
    return std::nullopt;
  return Its;
}

/// The rules, with their words, that would name calls through other pointers as well which
/// are not set to the like: those of a typedef that many things have.
static std::set<std::string> disputed(const CodeBase &Code, const Roles &Allocators) {
  std::map<std::string, std::set<std::string>> WordsOfRule;
  for (const Function &F : Code.functions())
    for (const CallFact &Call : F.Fact.Calls)
      if (!Call.HookRule.empty()) {
        auto Its = wordsOf(Call.Hook, Code, Allocators);
        WordsOfRule[Call.HookRule].insert(Its ? Its->Words : "");
      }
  std::set<std::string> Rules;
  for (const auto &[Rule, Words] : WordsOfRule)
    if (Words.size() > 1)
      Rules.insert(Rule);
  return Rules;
}

std::vector<CalledPointer> calledPointers(const CodeBase &Code, const Roles &Allocators,
                                          const std::vector<char> &HasRule) {
  const std::set<std::string> Disputed = disputed(Code, Allocators);
  std::map<std::string, CalledPointer> Found;
  for (size_t Number = 0; Number < Code.functions().size(); ++Number) {
    if (HasRule[Number])
      continue;
    const Function &F = Code.functions()[Number];
    for (const CallFact &Call : F.Fact.Calls) {
      if (Call.Hook.empty() || !Call.HookGivesPointer || Call.HookRule.empty() ||
          isAmong(Code.targetsOf(Call.Hook), int(Number)))
        continue;
      auto Words = wordsOf(Call.Hook, Code, Allocators);
      if (!Words)
        continue;
      CalledPointer &Its = Found[Call.HookRule + " " + Words->Words];
      Its.Rule = Call.HookRule + " " + Words->Words;
      bool IsVirtual =
          llvm::StringRef(Call.HookRule).consume_front(PointerMark::VirtualPrefix);
      Its.Reason = Call.Hook + (IsVirtual ? " runs " : " is set to ") + Words->Names;
      Its.Certain =
          Words->Certain && Words->HasKnown && !IsVirtual && !Disputed.count(Call.HookRule);
      ++Its.Calls;
      Its.Functions.insert(F.Fact.At.File + ":" + F.Fact.Symbol);
    }
  }
  std::vector<CalledPointer> All;
  for (auto &Each : Found)
    All.push_back(std::move(Each.second));
  std::sort(All.begin(), All.end(), [](const CalledPointer &A, const CalledPointer &B) {
    return A.Calls != B.Calls ? A.Calls > B.Calls : A.Rule < B.Rule;
  });
  return All;
}

} // namespace allocsite
