//===- KnownRules.cpp - What need not be proposed ---------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/roles/KnownRules.h"

using namespace llvm;

extern "C" const char AllocSiteAllocators[], AllocSiteAllocatorsEnd[];

namespace allocsite {

KnownRules::KnownRules(const DiscoverOptions &Options) {
  std::vector<Rule> Rules;
  RuleReader Reader;
  Reader.read("allocators.cfg",
              StringRef(AllocSiteAllocators, AllocSiteAllocatorsEnd - AllocSiteAllocators),
              Rules);
  if (Options.Known == "libc")
    erase_if(Rules, [](const Rule &R) { return R.Family != "malloc"; });
  for (const std::string &Path : Options.Configs)
    if (std::unique_ptr<MemoryBuffer> Text = Reader.readFile(Path, Rules))
      Texts.push_back(std::move(Text));
  Problems.insert(Problems.end(), Reader.problems().begin(), Reader.problems().end());
  Table.emplace(std::move(Rules));
}

/// As shapeMatches() of the pass decides for IR; a letter that is not known fits.
static bool shapeFits(StringRef Shape, const FunctionFact &F) {
  if (Shape.empty())
    return true;
  if (Shape == "-")
    return F.Parameters.empty();
  size_t Next = 0;
  for (char Want : Shape) {
    if (Want == '*')
      return true;
    if (Next == F.Parameters.size())
      return false;
    char Have = F.Parameters[Next++].Letter;
    if (Have != Want && Have != '?')
      return false;
  }
  return Next == F.Parameters.size();
}

const Rule *KnownRules::find(const Function &F,
                             function_ref<bool(const Rule &)> Accept) const {
  // `operator new(size_t, void *)` hands back what it was handed.
  if (F.Name.Mangled && F.Fact.Parameters.size() == 2 &&
      lastComponentOf(F.Name.Qualified).take_front(12) == "operator new" &&
      F.Fact.Parameters[1].Pointee == "void")
    return nullptr;
  return Table->find(F.Fact.Symbol, F.Name,
                     [&](const Rule &R) { return Accept(R) && shapeFits(R.Shape, F.Fact); });
}

const Rule *KnownRules::allocator(const Function &F) const {
  return find(F, [](const Rule &R) {
    return R.Kind == RuleKind::Alloc || R.Kind == RuleKind::Wrapper || R.Kind == RuleKind::Off;
  });
}

const Rule *KnownRules::release(const Function &F) const {
  return find(F, [](const Rule &R) {
    std::optional<Event> Does = R.event();
    return Does && Does != Event::Allocate && Does != Event::Reallocate;
  });
}

} // namespace allocsite
