//===- Wrappers.cpp - Functions that allocate for many others -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wrappers.h"

#include "FunctionName.h"

#include <algorithm>
#include <cctype>

using namespace allocsite;

namespace {

using Iterator = std::vector<CountedChain>::const_iterator;

/// Callers from which on a function is a wrapper.
constexpr size_t FewestCallers = 8;

/// True where a rule can name it as it is: no template, no lambda.
bool isPattern(std::string_view Function) {
  return !Function.empty() &&
         std::all_of(Function.begin(), Function.end(), [](unsigned char C) {
           return std::isalnum(C) || C == '_' || C == ':' || C == '$';
         });
}

/// Not whole: sums that are too large stand at their limit.
double callsOf(Iterator Begin, Iterator End) {
  double Sum = 0;
  for (; Begin != End; ++Begin)
    Sum += double(Begin->Calls);
  return Sum;
}

class WrapperTree {
public:
  WrapperTree(const NameTable &Names, const std::set<std::string> &Taken)
      : Names(Names), Taken(Taken) {}

  /// Of the chains from \p Begin to \p End, which agree in all frames up to \p Level: how
  /// many calls come through wrappers from there on. These are added to \p Found.
  double visit(Iterator Begin, Iterator End, size_t Level, std::vector<NameId> &Found);

  /// Who calls the wrappers of all visits.
  std::set<NameId> Callers;

private:
  bool canBeWrapper(NameId Function) const {
    std::string Bare = bareFunctionName(Names[Function]);
    return isPattern(Bare) && !Taken.count(Bare);
  }

  const NameTable &Names;
  const std::set<std::string> &Taken;
};

double WrapperTree::visit(Iterator Begin, Iterator End, size_t Level,
                          std::vector<NameId> &Found) {
  NameId Function = Begin->Chain[Level++];
  if (Level == Begin->Chain.size() || !canBeWrapper(Function))
    return 0;
  std::set<NameId> Above;
  for (auto Each = Begin; Each != End; ++Each)
    if (NameId Caller = Each->Chain[Level];
        isKnownFrame(Caller, Names) && Caller != Function)
      Above.insert(Caller);
  if (Above.size() >= FewestCallers) {
    Found.push_back(Function);
    Callers.merge(Above);
    return callsOf(Begin, End);
  }

  double Sum = 0;
  std::vector<NameId> Further;
  for (auto First = Begin; First != End;) {
    NameId Caller = First->Chain[Level];
    auto Last = std::find_if(First, End, [&](const CountedChain &Each) {
      return Each.Chain[Level] != Caller;
    });
    if (Above.count(Caller))
      Sum += visit(First, Last, Level, Further);
    First = Last;
  }
  if (!Sum || Sum * 2 < callsOf(Begin, End))
    return 0;
  Found.push_back(Function);
  Found.insert(Found.end(), Further.begin(), Further.end());
  return Sum;
}

} // namespace

Wrappers allocsite::findWrappers(std::vector<CountedChain> Chains, const NameTable &Names,
                                 const std::set<std::string> &Taken) {
  // By name, not by number, which is that of the order of the files.
  std::sort(Chains.begin(), Chains.end(), [&](const auto &A, const auto &B) {
    for (size_t I = 0; I != A.Chain.size(); ++I)
      if (A.Chain[I] != B.Chain[I])
        return Names[A.Chain[I]] < Names[B.Chain[I]];
    return false;
  });
  // A wrapper that is called through a pointer has one site for all its callers: who stands
  // first in a chain there is one of these.
  if (Chains.empty() || Chains.front().Chain[0] != Chains.back().Chain[0])
    return {};
  WrapperTree Tree(Names, Taken);
  std::vector<NameId> Found;
  if (!Tree.visit(Chains.begin(), Chains.end(), 0, Found))
    return {};
  Wrappers Answer;
  for (NameId Function : Found) {
    Tree.Callers.erase(Function);
    // It may stand on several ways.
    std::string Bare = bareFunctionName(Names[Function]);
    if (std::find(Answer.Functions.begin(), Answer.Functions.end(), Bare) ==
        Answer.Functions.end())
      Answer.Functions.push_back(Bare);
  }
  Answer.CallerCount = Tree.Callers.size();
  return Answer;
}
