//===- RuleTable.cpp - The rules that speak of a function -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTable.h"

using namespace llvm;

namespace allocsite {

RuleTable::RuleTable(std::vector<Rule> Read)
    : Rules(std::move(Read)), Before(Rules.size(), None) {
  LastOf.reserve(Rules.size());
  for (unsigned Index = 0; Index < Rules.size(); ++Index) {
    StringRef Name = Rules[Index].Of.lastComponent();
    unsigned &Last = Name.empty() ? LastOfAnyName
                                  : LastOf.try_emplace(Name, None).first->second;
    Before[Index] = Last;
    Last = Index;
  }
}

const Rule *RuleTable::find(StringRef Symbol, const FunctionName &Name,
                            function_ref<bool(const Rule &)> Accept) const {
  auto Named = LastOf.find(lastComponentOf(Name.Qualified));
  unsigned Next = Named == LastOf.end() ? None : Named->second;
  unsigned NextOfAnyName = LastOfAnyName;
  while (Next != None || NextOfAnyName != None) {
    // None is the largest number: the larger of the others is the later rule.
    unsigned &Later = NextOfAnyName == None || (Next != None && Next > NextOfAnyName)
                          ? Next
                          : NextOfAnyName;
    const Rule &R = Rules[Later];
    Later = Before[Later];
    if ((!R.OnlyC || !Name.Mangled) && R.Of.matches(Symbol, Name) && Accept(R))
      return &R;
  }
  return nullptr;
}

} // namespace allocsite
