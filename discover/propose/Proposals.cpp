//===- Proposals.cpp - Rules for what was found -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/propose/Proposals.h"
#include "discover/facts/Words.h"
#include "discover/propose/Families.h"
#include "discover/propose/RuleText.h"
#include "discover/roles/KnownRules.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace allocsite {

/// No rule that would say something of other functions is more than that.
static constexpr int MostOfAmbiguous = 50;

/// An entry of an allocator that a rule knows may leave the work to others:
///
///   pool_alloc (known) ─▶ pool_alloc_large ─▶ new_chunk     both hand out memory
///
/// Memory from these helpers is counted at the entry; rules for them would count it again. But
/// if other functions call them, too, they need rules, or those calls would not be counted.
///
/// The functions that are called only by entries of known allocators and by other helpers.
class KnownHelpers {
public:
  KnownHelpers(const CodeBase &Code, const KnownRules &Known);
  bool has(int Number) const { return IsHelper[Number]; }

private:
  /// True if all calls are in functions whose bodies were read, none in an initialiser or a
  /// lambda, and no pointer is set to the function.
  bool areCallersKnown(int Number) const;

  const CodeBase &Code;
  std::vector<std::set<int>> Callers; ///< By function, without itself.
  std::vector<char> IsHelper;
};

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

namespace {

/// All functions of a name, since a rule speaks of them all.
class Namesakes {
public:
  explicit Namesakes(const CodeBase &Code) {
    for (size_t Number = 0; Number < Code.functions().size(); ++Number)
      Named[Code.functions()[Number].Name.Qualified].push_back(int(Number));
  }
  const std::vector<int> &of(const std::string &Name) const {
    return Named.find(Name)->second;
  }

private:
  std::unordered_map<std::string, std::vector<int>> Named;
};

class Proposer {
public:
  Proposer(const CodeBase &Code, const KnownRules &Known)
      : Code(Code), Known(Known), Allocators(Code, Known), Named(Code), Helpers(Code, Known) {}

  Proposals run() {
    draftAllocators();
    const Families Of(Code, Drafts);
    Releases Takers(Code, Known, Allocators, Of.arenas(Certainty::Certain),
                    Of.arenas(Certainty::Likely));
    draftReleases(Takers);
    Proposals Made;
    join(Of, Made.All);
    Made.Known = knownHere();
    Made.Helpers = helpersHere();
    std::vector<char> HasRule(Code.functions().size());
    for (const Draft &D : Drafts)
      HasRule[D.Number] |= D.Gives != nullptr;
    Made.Pointers = calledPointers(Code, Allocators, HasRule);
    return Made;
  }

private:
  void draftAllocators();
  void nameInstances();
  void draftReleases(const Releases &Takers);
  void join(const Families &Of, std::vector<Proposal> &To) const;
  void warnOfNamesakes(const std::vector<const Draft *> &Same, Proposal &P) const;
  std::vector<std::string> knownHere() const;
  std::vector<std::string> helpersHere() const;

  const CodeBase &Code;
  const KnownRules &Known;
  const Roles Allocators;
  const Namesakes Named;
  const KnownHelpers Helpers;
  std::vector<Draft> Drafts;
};

} // namespace

/// Where `F` is no frame, and what it calls is counted, nothing is lost.
static bool shouldBeWrapper(const AllocatorRole &Role, const Function &F,
                            const Function *Giver, bool GiverIsProposed) {
  if (Role.From != AllocatorRole::HandsOn || !Role.Transparent)
    return false;
  bool Named = namesAllocation(lastComponentOf(F.Name.Qualified));
  // Blocks from its own free list are handed out without a call inside that could be counted.
  if (Role.KeepsBlocks && (Named || F.Fact.ReturnedPointee == "void" || Role.isOfObjects()) &&
      sizeText(Role, F))
    return false;
  if (Role.PopsBlocks && !sizeText(Role, F))
    return false;
  // If the size is computed, the call inside knows it best.
  if (!sizeText(Role, F) || (Role.Asked.How == SizeFact::Computed && !Role.Header))
    return true;
  // With an alloc: rule it would be counted even when it frees.
  if (Role.GivesBack)
    return true;
  // A heap of its own; but what makes strings with a length in front of them is none.
  if (Role.Header)
    return !Named && F.Fact.ReturnedPointee != "void";
  // As an entry it would hide what else it takes, as an object does its name. Who has an
  // arena may take that for lists of free blocks.
  if (Role.TakesMore && Role.Arena == Argument::None)
    return true;
  // Another entry of the allocator that it calls.
  bool Kin = Role.Arena != Argument::None || Named ||
             shareStem(F.Name.Qualified, Giver->Name.Qualified);
  return !(GiverIsProposed && Kin);
}

/// A wrapper of it would count what it asks for itself.
static bool givesWithoutSize(const AllocatorRole &Role) {
  bool Carves = Role.From == AllocatorRole::Carves || Role.From == AllocatorRole::Pools;
  return Role.PopsBlocks || (Carves && certaintyOf(Role.Score) != Certainty::Possible);
}

void Proposer::draftAllocators() {
  const auto &Functions = Code.functions();
  // Whether the giver is drafted is known before what it gave is looked at.
  std::vector<std::optional<RuleKind>> Kinds(Functions.size());
  std::vector<char> Open(Functions.size());
  std::function<std::optional<RuleKind>(int)> kindOf = [&](int Number) {
    const AllocatorRole *Role = Allocators.find(Number);
    const Function &F = Functions[Number];
    if (!Role || Known.allocator(F) || Helpers.has(Number) || Kinds[Number] || Open[Number] ||
        !canBeNamed(F))
      return Kinds[Number];
    Open[Number] = true;
    bool GiverIsProposed = Role->Giver >= 0 && kindOf(Role->Giver) == RuleKind::Alloc;
    const Function *Giver = Role->Giver >= 0 ? &Functions[Role->Giver] : nullptr;
    if (shouldBeWrapper(*Role, F, Giver, GiverIsProposed))
      Kinds[Number] = RuleKind::Wrapper;
    else if (sizeText(*Role, F))
      Kinds[Number] = RuleKind::Alloc;
    Open[Number] = false;
    return Kinds[Number];
  };
  // An instance for bytes asks for what its parameter says, the others for more: all are
  // one rule, and as a wrapper each is exact.
  std::set<std::pair<std::string, Place>> WithoutSize;
  for (size_t Number = 0; Number < Functions.size(); ++Number)
    if (kindOf(int(Number)) == RuleKind::Wrapper)
      WithoutSize.insert({Functions[Number].Name.Qualified, Functions[Number].Fact.At});
  for (size_t Number = 0; Number < Functions.size(); ++Number)
    if (Kinds[Number] == RuleKind::Alloc && Allocators.find(int(Number))->Transparent &&
        WithoutSize.count({Functions[Number].Name.Qualified, Functions[Number].Fact.At}))
      Kinds[Number] = RuleKind::Wrapper;
  // A function whose size is unknown is an allocator, too.
  for (size_t Number = 0; Number < Functions.size(); ++Number)
    if (const AllocatorRole *Role = Allocators.find(int(Number));
        Role && !Kinds[Number] && givesWithoutSize(*Role) &&
        !Known.allocator(Functions[Number]) && !Helpers.has(int(Number)) &&
        canBeNamed(Functions[Number]))
      Kinds[Number] = RuleKind::Alloc;
  for (size_t Number = 0; Number < Functions.size(); ++Number)
    if (std::optional<RuleKind> Kind = Kinds[Number])
      Drafts.push_back({int(Number), *Kind, Allocators.find(int(Number)), std::nullopt});
  nameInstances();
}

/// Pools of objects of several types: the bytes are those of each instance.
void Proposer::nameInstances() {
  std::map<std::pair<std::string, Place>, std::set<int64_t>> Sizes;
  auto sizesOf = [&](const Draft &D) -> std::set<int64_t> & {
    const Function &F = Code.functions()[D.Number];
    return Sizes[{F.Name.Qualified, F.Fact.At}];
  };
  for (const Draft &D : Drafts)
    sizesOf(D).insert(D.Gives->ObjectBytes);
  for (Draft &D : Drafts)
    D.BySignature = D.Kind == RuleKind::Alloc && D.Gives->ObjectBytes && sizesOf(D).size() > 1;
}

void Proposer::draftReleases(const Releases &Takers) {
  for (size_t Number = 0; Number < Code.functions().size(); ++Number)
    if (const ReleaseRole *Role = Takers.find(int(Number));
        Role && canBeNamed(Code.functions()[Number]))
      Drafts.push_back({int(Number), Role->Kind, nullptr, *Role});
}

void Proposer::warnOfNamesakes(const std::vector<const Draft *> &Same, Proposal &P) const {
  const Function &F = Code.functions()[Same.front()->Number];
  std::string Shape = F.shape();
  bool NameAlone = Same.front()->Kind == RuleKind::Wrapper;
  for (int Number : Named.of(F.Name.Qualified)) {
    const Function &Other = Code.functions()[Number];
    bool Drafted = any_of(Same, [&](const Draft *D) { return D->Number == Number; });
    if (Drafted || (!NameAlone && Other.shape() != Shape) ||
        (!Other.Fact.Defined && !Other.Fact.Static))
      continue;
    P.Score = std::min(P.Score, MostOfAmbiguous);
    P.Namesake = Other.Fact.At;
    return;
  }
}

/// Instances of a template, and static functions of several files, are one rule.
void Proposer::join(const Families &Of, std::vector<Proposal> &To) const {
  std::map<std::tuple<std::string, std::string, RuleKind>, std::vector<const Draft *>> Groups;
  for (const Draft &D : Drafts) {
    const Function &F = Code.functions()[D.Number];
    bool NameAlone = D.Kind == RuleKind::Wrapper;
    Groups[{D.BySignature ? F.Name.Display : F.Name.Qualified, NameAlone ? "" : F.shape(),
            D.Kind}]
        .push_back(&D);
  }
  for (auto &[Key, Same] : Groups) {
    std::sort(Same.begin(), Same.end(), [](const Draft *A, const Draft *B) {
      return A->score() != B->score() ? A->score() > B->score() : A->Number < B->Number;
    });
    const Draft &First = *Same.front();
    Proposal P;
    P.Rule = ruleText(First, Code.functions()[First.Number]);
    P.Family = Of.of(First);
    P.Score = First.score();
    P.Reasons = First.reasons();
    bool AllAgree = true;
    for (const Draft *D : Same) {
      const Function &F = Code.functions()[D->Number];
      P.Defined.push_back(F.Fact.At);
      P.Calls += F.Calls;
      P.CallingFiles = std::max(P.CallingFiles, F.CallingFiles);
      AllAgree &= ruleText(*D, F) == P.Rule;
    }
    if (First.Kind == RuleKind::Alloc &&
        !sizeText(*First.Gives, Code.functions()[First.Number])) {
      P.Score = std::min(P.Score, MostOfAmbiguous);
      P.Reasons.push_back("no parameter says how many bytes");
    }
    if (!AllAgree) {
      P.Score = std::min(P.Score, MostOfAmbiguous);
      P.Reasons.push_back("another function of the name takes other parameters");
    }
    std::sort(P.Defined.begin(), P.Defined.end());
    P.Defined.erase(
        std::unique(P.Defined.begin(), P.Defined.end(),
                    [](const Place &A, const Place &B) { return !(A < B) && !(B < A); }),
        P.Defined.end());
    if (!First.BySignature)
      warnOfNamesakes(Same, P);
    To.push_back(std::move(P));
  }
  // The surest family first, and those that are called most.
  std::map<std::string, std::tuple<int, size_t>> Weight;
  for (const Proposal &P : To) {
    auto &[Score, Calls] = Weight[P.Family];
    Score = std::max(Score, P.Score);
    Calls += P.Calls;
  }
  std::sort(To.begin(), To.end(), [&](const Proposal &A, const Proposal &B) {
    auto rank = [&](const Proposal &P) {
      auto [Score, Calls] = Weight[P.Family];
      // Functions without a family come last.
      return std::make_tuple(!P.Family.empty(), Score, Calls);
    };
    if (rank(A) != rank(B))
      return rank(A) > rank(B);
    if (A.Family != B.Family)
      return A.Family < B.Family;
    if (A.Score != B.Score || A.Calls != B.Calls)
      return std::make_tuple(A.Score, A.Calls) > std::make_tuple(B.Score, B.Calls);
    return A.Rule < B.Rule;
  });
}

std::vector<std::string> Proposer::knownHere() const {
  std::set<std::string> Names;
  for (const Function &F : Code.functions())
    if (F.Fact.Defined && (Known.allocator(F) || Known.release(F)))
      Names.insert(F.Name.Qualified);
  return {Names.begin(), Names.end()};
}

/// Those that a rule would have been proposed for.
std::vector<std::string> Proposer::helpersHere() const {
  std::set<std::string> Names;
  for (size_t Number = 0; Number < Code.functions().size(); ++Number)
    if (const AllocatorRole *Role = Allocators.find(int(Number));
        Role && Helpers.has(int(Number)) && certaintyOf(Role->Score) != Certainty::Possible)
      Names.insert(Code.functions()[Number].Name.Qualified);
  return {Names.begin(), Names.end()};
}

Proposals propose(const CodeBase &Code, const KnownRules &Known) {
  return Proposer(Code, Known).run();
}

} // namespace allocsite
