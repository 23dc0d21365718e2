//===- RuleTable.cpp - The rules that speak of a function -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTable.h"
#include "Endings.h"

using namespace llvm;

namespace allocsite {

RuleTable::RuleTable(std::vector<Rule> Read)
    : Rules(std::move(Read)), Before(Rules.size(), None) {
  LastOf.reserve(Rules.size());
  for (int Index = 0; Index < int(Rules.size()); ++Index) {
    // Of files and of pointers: they are found otherwise.
    if (Rules[Index].Kind == RuleKind::Src || Rules[Index].isOfPointers())
      continue;
    const Pattern &Of = Rules[Index].Of;
    StringRef Name = Of.key();
    AreSpelledOut &= Of.isSymbol() || isSpelledOut(Name);
    int &Last = Name.empty() ? LastOfAnyName
                             : LastOf.try_emplace(Name, None).first->second;
    Before[Index] = Last;
    Last = Index;
  }
}

void RuleTable::finish(Rule &R) {
  if (!R.Unread.empty())
    RuleReader::finish(R);
}

const std::vector<Rule> &RuleTable::all() const {
  for_each(Rules, finish);
  return Rules;
}

std::vector<const Rule *> RuleTable::ofPointers() const {
  std::vector<const Rule *> Found;
  for (Rule &R : Rules)
    if (R.isOfPointers()) {
      finish(R);
      Found.push_back(&R);
    }
  return Found;
}

bool RuleTable::mayFind(StringRef Symbol) const {
  auto IsKey = [&](StringRef Text) { return LastOf.count(Text) != 0; };
  return !AreSpelledOut || IsKey(Symbol) || (!LastOf.empty() && mayEndIn(Symbol, IsKey));
}

const Rule *RuleTable::find(StringRef Symbol, const FunctionName &Name,
                            function_ref<bool(const Rule &)> Accept) const {
  auto LastNamed = [&](StringRef Text) {
    auto Named = LastOf.find(Text);
    return Named == LastOf.end() ? None : Named->second;
  };
  StringRef Component = lastComponentOf(Name.Qualified);
  int Next[] = {LastNamed(Component),
                Symbol == Component ? None : LastNamed(Symbol), LastOfAnyName};
  for (;;) {
    int &Latest = *std::max_element(std::begin(Next), std::end(Next));
    if (Latest == None)
      return nullptr;
    Rule &R = Rules[Latest];
    Latest = Before[Latest];
    if (!R.Of.matches(Symbol, Name))
      continue;
    finish(R);
    if ((!R.OnlyC || !Name.Mangled) && Accept(R))
      return &R;
  }
}

const Rule *RuleTable::findArena(StringRef Class) const {
  for (Rule &R : reverse(Rules)) {
    StringRef Name = R.Of.key();
    if (R.Kind != RuleKind::Alloc || Name == "operator new" || Name == "operator new[]" ||
        !R.Of.isOfMembersOf(Class))
      continue;
    finish(R);
    return &R;
  }
  return nullptr;
}

} // namespace allocsite
