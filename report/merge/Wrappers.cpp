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
#include <unordered_map>

using namespace allocsite;

namespace {

using Iterator = std::vector<CountedChain>::const_iterator;

/// Callers from which on a function is a wrapper.
constexpr size_t FewestCallers = 8;

/// The part of a site's calls that a wrapper has to have at least, to be named: one in so
/// many. What has fewer is work that needs memory, whoever calls it.
constexpr double LeastShare = 20;

/// True where a rule, and a shell, can name it as it is: no template, no lambda.
bool isPattern(std::string_view Function) {
  return !Function.empty() && Function != "main" &&
         std::all_of(Function.begin(), Function.end(), [](unsigned char C) {
           return std::isalnum(C) || C == '_' || C == ':';
         });
}

/// Not whole: sums that are too large stand at their limit.
double callsOf(Iterator Begin, Iterator End) {
  double Sum = 0;
  for (; Begin != End; ++Begin)
    Sum += double(Begin->Calls);
  return Sum;
}

struct Found {
  std::vector<NameId> Wrappers; ///< may be in it more than once
  std::set<std::string> Callers; ///< bare names
};

/// What a rule says of a frame: it names overloads, and instances of a template, as one.
class BareNames {
public:
  BareNames(const std::vector<CountedChain> &Chains, const NameTable &Names) {
    for (const CountedChain &Each : Chains)
      for (NameId Frame : Each.Chain)
        if (!Of.count(Frame))
          Of.emplace(Frame, bareFunctionName(Names[Frame]));
  }
  const std::string &operator[](NameId Frame) const { return Of.at(Frame); }

private:
  std::unordered_map<NameId, std::string> Of;
};

class WrapperTree {
public:
  WrapperTree(const NameTable &Names, const BareNames &Bare,
              const std::set<std::string> &Taken, const std::vector<CountedChain> &Chains)
      : Names(Names), Bare(Bare), Taken(Taken),
        FewestCalls(callsOf(Chains.begin(), Chains.end()) / LeastShare) {
    for (auto Each = Chains.begin(); Each != Chains.end(); ++Each) {
      std::set<std::string> Frames;
      for (NameId Frame : Each->Chain)
        if (Frames.insert(Bare[Frame]).second)
          Through[Bare[Frame]] += double(Each->Calls);
    }
  }

  /// Of the chains from \p Begin to \p End, which agree in all bare names up to \p Level: how
  /// many calls come through wrappers from there on. These are added to \p To, with those
  /// that call them.
  double visit(Iterator Begin, Iterator End, size_t Level, Found &To);

private:
  bool canBeWrapper(NameId Function) const {
    return isPattern(Bare[Function]) && !Taken.count(Bare[Function]);
  }

  const NameTable &Names;
  const BareNames &Bare;
  const std::set<std::string> &Taken;
  double FewestCalls;
  std::unordered_map<std::string, double> Through; ///< calls of all chains with a function
};

double WrapperTree::visit(Iterator Begin, Iterator End, size_t Level, Found &To) {
  NameId Function = Begin->Chain[Level++];
  if (Level == Begin->Chain.size() || !canBeWrapper(Function))
    return 0;
  std::set<std::string> Above;
  for (auto Each = Begin; Each != End; ++Each)
    if (NameId Caller = Each->Chain[Level];
        isKnownFrame(Caller, Names) && Bare[Caller] != Bare[Function])
      Above.insert(Bare[Caller]);
  if (Above.size() >= FewestCallers) {
    To.Wrappers.push_back(Function);
    To.Callers.merge(Above);
    return callsOf(Begin, End);
  }

  double Sum = 0;
  Found Further;
  for (auto First = Begin; First != End;) {
    NameId Caller = First->Chain[Level];
    auto Last = std::find_if(First, End, [&](const CountedChain &Each) {
      return Bare[Each.Chain[Level]] != Bare[Caller];
    });
    // One overload may do nothing but call another.
    bool OtherOverload = Bare[Caller] == Bare[Function] && Caller != First->Chain[Level - 1];
    if (Above.count(Bare[Caller]) || OtherOverload) {
      Found Its;
      double Calls = visit(First, Last, Level, Its);
      Sum += Calls;
      if (Calls && Through[Bare[Caller]] < FewestCalls)
        Its = {{}, {Bare[Caller]}};
      Further.Wrappers.insert(Further.Wrappers.end(), Its.Wrappers.begin(),
                              Its.Wrappers.end());
      Further.Callers.merge(Its.Callers);
    }
    First = Last;
  }
  if (!Sum || Sum * 2 < callsOf(Begin, End))
    return 0;
  To.Wrappers.push_back(Function);
  To.Wrappers.insert(To.Wrappers.end(), Further.Wrappers.begin(), Further.Wrappers.end());
  To.Callers.merge(Further.Callers);
  return Sum;
}

} // namespace

Wrappers allocsite::findWrappers(std::vector<CountedChain> Chains, const NameTable &Names,
                                 const std::set<std::string> &Taken) {
  const BareNames Bare(Chains, Names);
  // By name, not by number, which is that of the order of the files.
  std::sort(Chains.begin(), Chains.end(), [&](const auto &A, const auto &B) {
    for (size_t I = 0; I != A.Chain.size(); ++I)
      if (Bare[A.Chain[I]] != Bare[B.Chain[I]])
        return Bare[A.Chain[I]] < Bare[B.Chain[I]];
    for (size_t I = 0; I != A.Chain.size(); ++I)
      if (A.Chain[I] != B.Chain[I])
        return Names[A.Chain[I]] < Names[B.Chain[I]];
    return false;
  });
  // A wrapper that is called through a pointer has one site for all its callers: who stands
  // first in a chain there is one of these.
  if (Chains.empty() || Bare[Chains.front().Chain[0]] != Bare[Chains.back().Chain[0]])
    return {};
  WrapperTree Tree(Names, Bare, Taken, Chains);
  Found All;
  if (!Tree.visit(Chains.begin(), Chains.end(), 0, All))
    return {};
  Wrappers Answer;
  for (NameId Function : All.Wrappers)
    if (std::find(Answer.Functions.begin(), Answer.Functions.end(), Bare[Function]) ==
        Answer.Functions.end())
      Answer.Functions.push_back(Bare[Function]);
  for (const std::string &Function : Answer.Functions)
    All.Callers.erase(Function);
  Answer.CallerCount = All.Callers.size();
  return Answer;
}
