//===- RuleUses.cpp - What each rule says of a module -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inventory.h"
#include "recognise/LibraryOrigin.h"
#include "recognise/PointerCalls.h"
#include "recognise/SourceAnswers.h"
#include "rules/Parameters.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

namespace {

class Collector {
public:
  Collector(const Module &M, const Config &Configured, AllocatorTable &Allocators,
            const PointerCalls &ThroughPointers, NameTable &Names)
      : M(M), Configured(Configured), Allocators(Allocators), ThroughPointers(ThroughPointers),
        Names(Names) {
    for (const Function &F : M)
      for (const Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          ++Calls[directCallee(*Call)];
  }

  std::vector<RuleUse> run();

private:
  void consider(const Function &F);
  void considerLoser(RuleUse &Use, const Function &F);
  void consider(const PointerMark &Mark);
  void findNearest(RuleUse &Use);

  const Module &M;
  const Config &Configured;
  AllocatorTable &Allocators;
  const PointerCalls &ThroughPointers;
  NameTable &Names;
  DenseMap<const Function *, unsigned> Calls;
  MapVector<const Rule *, RuleUse> OfTable, OfGiven;
};

} // namespace

void Collector::consider(const Function &F) {
  SmallPtrSet<const Rule *, 4> Hold;
  for (const Rule *R : Allocators.rulesFor(F)) {
    auto Given = OfGiven.find(R);
    Hold.insert(R);
    if (!Allocators.ruleFits(*R, F)) {
      if (Given != OfGiven.end())
        ++Given->second.Misshapen;
      continue;
    }
    RuleUse &Use = Given != OfGiven.end() ? Given->second : OfTable[R];
    Use.Of = R;
    ++Use.Functions;
    Use.Calls += Calls.lookup(&F);
  }
  if (const Rule *R = ruleOfFrame(F, Configured, Names)) {
    RuleUse &Use = OfGiven[R];
    ++Use.Functions;
    Use.Calls += Calls.lookup(&F);
  }
  for (auto &[R, Use] : OfGiven)
    if (!Hold.count(R) && !R->isOfPointers() && !R->isOfFrames())
      considerLoser(Use, F);
}

/// A rule that does not hold for `F`, unless it is one of files.
void Collector::considerLoser(RuleUse &Use, const Function &F) {
  const Rule &R = *Use.Of;
  if (R.Kind == RuleKind::Src) {
    if (!F.isDeclaration() &&
        any_of(pathsOf(F.getSubprogram(), M),
               [&](const std::string &Path) { return R.Of.matchesPath(Path); }))
      ++Use.Functions;
    return;
  }
  const FunctionName &Name = Names.get(F.getName());
  if ((R.OnlyC && Name.Mangled) || !R.Of.matches(withoutCloneSuffix(F.getName()), Name))
    return;
  const Rule *Winner = Allocators.ruleInPlaceOf(R, F);
  if (Winner) {
    ++Use.Shadowed;
    Use.By = Winner;
  } else {
    ++Use.Misshapen;
  }
}

void Collector::consider(const PointerMark &Mark) {
  std::string As;
  if (const Rule *R = Configured.find(Mark, As))
    if (auto Given = OfGiven.find(R); Given != OfGiven.end())
      ++Given->second.Calls;
}

void Collector::findNearest(RuleUse &Use) {
  auto Compare = [&](const FunctionName &Name) {
    std::optional<unsigned> Distance = Use.Of->Of.distanceTo(Name);
    if (!Distance || (!Use.Nearest.empty() && *Distance >= Use.Distance))
      return;
    Use.Nearest = Name.Qualified;
    Use.Distance = *Distance;
  };
  if (Use.Of->isOfDirectories())
    return;
  if (!Use.Of->isOfPointers()) {
    for (const Function &F : M)
      if (!F.isIntrinsic())
        Compare(Names.get(F.getName()));
    return;
  }
  for (const auto &[Call, Through] : ThroughPointers)
    for (StringRef Member : Through.Mark.Names)
      if (Member = Use.Of->memberIn(Member); !Member.empty()) {
        FunctionName Name;
        Name.Display = Name.Qualified = Member.str();
        Compare(Name);
      }
}

std::vector<RuleUse> Collector::run() {
  for (const Rule &R : Configured.given())
    OfGiven[&R].Of = &R;
  for (const Function &F : M)
    if (!F.isIntrinsic())
      consider(F);
  for (const auto &[Call, Through] : ThroughPointers)
    consider(Through.Mark);
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && !ThroughPointers.count(Call))
        if (std::optional<PointerCall> Through = throughVariable(*Call, Names))
          consider(Through->Mark);
  std::vector<RuleUse> Uses;
  for (auto &[R, Use] : OfTable)
    Uses.push_back(Use);
  llvm::sort(Uses, [](const RuleUse &A, const RuleUse &B) { return A.Of < B.Of; });
  for (auto &[R, Use] : OfGiven) {
    Use.Unread =
        R->isOfPointers() && !Use.Calls && ThroughPointers.empty() && !sourceWasRead();
    if (!Use.Functions && !Use.Calls && !Use.Shadowed && !Use.Misshapen && !Use.Unread)
      findNearest(Use);
    Uses.push_back(Use);
  }
  return Uses;
}

std::vector<RuleUse> usesOfRules(const Module &M, const Config &Configured,
                                 AllocatorTable &Allocators,
                                 const PointerCalls &ThroughPointers, NameTable &Names) {
  return Collector(M, Configured, Allocators, ThroughPointers, Names).run();
}

} // namespace allocsite
