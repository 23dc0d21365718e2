//===- RuleTable.cpp - Finds the rules for a function ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTable.h"
#include "Pattern.h"

using namespace llvm;

namespace allocsite {

bool RuleTable::mayFind(StringRef Symbol) const {
  if (!count())
    return false;
  auto IsKey = [&](StringRef Text) { return lastOf(Text) != None; };
  return !areSpelledOut() || IsKey(Symbol) || mayEndIn(Symbol, IsKey);
}

const Rule *RuleTable::find(StringRef Symbol, const FunctionName &Name,
                            function_ref<bool(const Rule &)> Accept) const {
  StringRef Component = lastComponentOf(Name.Qualified);
  int Next[] = {lastOf(Component), Symbol == Component ? None : lastOf(Symbol),
                lastOfAnyName()};
  for (;;) {
    int &Latest = *std::max_element(std::begin(Next), std::end(Next));
    if (Latest == None)
      return nullptr;
    const Rule &R = get(Latest);
    Latest = before(Latest);
    if (R.Of.matches(Symbol, Name) && (!R.OnlyC || !Name.Mangled) && Accept(R))
      return &R;
  }
}

const Rule *RuleTable::findArena(StringRef Class) const {
  for (int Number = count() - 1; Number >= 0; --Number) {
    const Rule &R = get(Number);
    StringRef Key = R.Of.key();
    if (R.Kind == RuleKind::Alloc && Key != "operator new" && Key != "operator new[]" &&
        R.Of.isOfMembersOf(Class))
      return &R;
  }
  return nullptr;
}

ReadRules::ReadRules(std::vector<Rule> Read)
    : Rules(std::move(Read)), Before(Rules.size(), None) {
  for (int Number = 0; Number < count(); ++Number) {
    const Rule &R = Rules[Number];
    if (!R.isOfFunctions())
      continue;
    StringRef Key = R.Of.key();
    AreSpelledOut &= R.Of.isSymbol() || isSpelledOut(Key);
    int &Last = Key.empty() ? LastOfAnyName : LastOf.try_emplace(Key, None).first->second;
    Before[Number] = Last;
    Last = Number;
  }
}

std::vector<const Rule *> ReadRules::ofPointers() const {
  std::vector<const Rule *> Found;
  for (const Rule &R : Rules)
    if (R.isOfPointers())
      Found.push_back(&R);
  return Found;
}

int ReadRules::lastOf(StringRef Key) const {
  auto Named = LastOf.find(Key);
  return Named == LastOf.end() ? None : Named->second;
}

} // namespace allocsite
