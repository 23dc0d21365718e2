//===- KnownHelpers.cpp - What known allocators alone call ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/propose/KnownHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace allocsite {

bool KnownHelpers::areCallersKnown(int Number) const {
  const Function &F = Code.functions()[Number];
  // The instances of a template stand in one place.
  std::map<Place, size_t> CallsFrom;
  auto count = [&](int Caller) {
    const Function &Its = Code.functions()[Caller];
    size_t &Calls = CallsFrom[Its.Fact.At];
    Calls = std::max<size_t>(
        Calls, count_if(Its.Callees, [&](int Callee) { return Callee == Number; }));
  };
  for (int Caller : Callers[Number])
    count(Caller);
  count(Number);
  size_t Sum = 0;
  for (const auto &[At, Calls] : CallsFrom)
    Sum += Calls;
  return Sum >= F.Calls && !F.IsPointedTo;
}

KnownHelpers::KnownHelpers(const CodeBase &Code, const KnownRules &Known)
    : Code(Code), Callers(Code.functions().size()), IsHelper(Code.functions().size()) {
  const auto &Functions = Code.functions();
  std::vector<char> IsEntry(Functions.size());
  std::vector<int> Work;
  for (size_t Number = 0; Number < Functions.size(); ++Number) {
    const Rule *Its = Known.allocator(Functions[Number]);
    IsEntry[Number] = Its && Its->Kind == RuleKind::Alloc && !Its->isTransparent();
    if (IsEntry[Number])
      Work.push_back(int(Number));
    for (int Callee : Functions[Number].Callees)
      if (Callee >= 0 && Callee != int(Number))
        Callers[Callee].insert(int(Number));
  }
  // All that entries lead to, and then without those that others lead to as well.
  auto forCallees = [&](int Number, auto Do) {
    for (int Callee : Functions[Number].Callees)
      if (Callee >= 0 && !IsEntry[Callee])
        Do(Callee);
  };
  while (!Work.empty()) {
    int Number = Work.back();
    Work.pop_back();
    forCallees(Number, [&](int Callee) {
      if (!IsHelper[Callee]) {
        IsHelper[Callee] = true;
        Work.push_back(Callee);
      }
    });
  }
  auto isInside = [&](int Number) { return IsEntry[Number] || IsHelper[Number]; };
  for (size_t Number = 0; Number < Functions.size(); ++Number)
    if (IsHelper[Number] &&
        !(areCallersKnown(int(Number)) && all_of(Callers[Number], isInside)))
      Work.push_back(int(Number));
  while (!Work.empty()) {
    int Number = Work.back();
    Work.pop_back();
    if (!IsHelper[Number])
      continue;
    IsHelper[Number] = false;
    forCallees(Number, [&](int Callee) {
      if (IsHelper[Callee])
        Work.push_back(Callee);
    });
  }
}

} // namespace allocsite
