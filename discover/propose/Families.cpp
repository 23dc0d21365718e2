//===- Families.cpp - Which functions are entries of one allocator ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "discover/propose/Families.h"
#include "discover/facts/Words.h"

using namespace llvm;

namespace allocsite {

static constexpr size_t ShortestStem = 3;

bool shareStem(const std::string &A, const std::string &B) {
  return commonStem({A, B}).size() >= ShortestStem;
}

/// The type of the arena; "" where there is none, or it may be anything.
std::string Families::recordOf(const Draft &D) const {
  const Function &F = Code.functions()[D.Number];
  if (D.Takes && !D.Takes->Record.empty())
    return D.Takes->Record;
  if (F.Fact.IsMethod)
    return F.Name.scope().str();
  int Arena = D.Gives ? D.Gives->Arena : D.Takes->Arena;
  if (Arena < 0 || size_t(Arena) >= F.Fact.Parameters.size())
    return "";
  const std::string &Record = F.Fact.Parameters[Arena].Pointee;
  return Record == "void" || Record == "char" ? "" : Record;
}

/// Where it differs, names have no stem in common.
static StringRef firstLetterOf(StringRef Name) { return Name.ltrim('_').take_front(); }

int Families::root(int Number) const {
  for (;;) {
    int Next = Members.at(Number).Family;
    if (Next == Number)
      return Number;
    Number = Next;
  }
}

void Families::unite(int A, int B) { Members.at(root(A)).Family = root(B); }

void Families::uniteWithGiver(int Taker, int Giver) {
  auto To = Members.find(Giver);
  if (To == Members.end())
    return;
  const Member &Its = Members.at(Taker), &Gives = To->second;
  // A pool that takes its chunks from another allocator is one of its own.
  if (Its.Record == Gives.Record || Its.Record.empty() ||
      (Gives.Record.empty() && shareStem(Its.Name, Gives.Name)))
    unite(Taker, Giver);
}

Families::Families(const CodeBase &Code, const std::vector<Draft> &Allocators) : Code(Code) {
  for (const Draft &D : Allocators) {
    const Function &F = Code.functions()[D.Number];
    if (D.Kind == RuleKind::Wrapper)
      Wrappers.push_back(F.Name.Qualified);
    if (D.Kind != RuleKind::Alloc)
      continue;
    std::string Record = recordOf(D);
    Members[D.Number] = {D.Number, Record, F.Name.Qualified, F.Calls};
    if (!Record.empty()) {
      ScoreOf[Record] = std::max(ScoreOf[Record], D.score());
      auto [Its, First] = OfRecord.try_emplace(Record, D.Number);
      if (!First)
        unite(D.Number, Its->second);
    }
  }
  for (const Draft &D : Allocators) {
    if (!Members.count(D.Number))
      continue;
    if (D.Gives)
      uniteWithGiver(D.Number, D.Gives->Giver);
    // Each call that it may return the memory of: of one that is tried first, and of
    // another where that had none.
    const Function &F = Code.functions()[D.Number];
    for (const PointerFact::FromCall &From : F.Fact.Returns.Calls)
      if (From.Out < 0)
        uniteWithGiver(D.Number, F.Callees[From.Call]);
  }
  // Allocators of one family need not call the same hook, as pool_malloc and pool_realloc.
  // So also unite those without an arena type whose names share a stem.
  std::vector<const Member *> Alone;
  std::vector<int> Numbers;
  for (const auto &[Number, Its] : Members)
    if (Its.Record.empty() && namesAllocation(Its.Name)) {
      Alone.push_back(&Its);
      Numbers.push_back(Number);
    }
  for (size_t A = 0; A < Alone.size(); ++A)
    for (size_t B = A + 1; B < Alone.size(); ++B)
      if (firstLetterOf(Alone[A]->Name) == firstLetterOf(Alone[B]->Name) &&
          !commonStem({Alone[A]->Name, Alone[B]->Name}).empty())
        unite(Numbers[A], Numbers[B]);
  nameFamilies();
}

/// `ngx_pool_s` and `apr_pool_t` are pools.
static std::string plainName(StringRef Record) {
  for (StringRef Suffix : {"_t", "_s", "_st"})
    if (Record.size() > Suffix.size() + ShortestStem &&
        Record.take_back(Suffix.size()) == Suffix) {
      Record = Record.drop_back(Suffix.size());
      break;
    }
  return Record.ltrim('_').str();
}

void Families::nameFamilies() {
  std::map<int, std::vector<const Member *>> Of;
  for (const auto &[Number, Its] : Members)
    Of[root(Number)].push_back(&Its);
  std::set<std::string> Taken;
  for (const auto &[Root, All] : Of) {
    std::map<std::string, size_t> CallsOf;
    std::vector<std::string> Names;
    const Member *MostCalled = All.front();
    for (const Member *Each : All) {
      if (Each->Record.empty())
        Names.push_back(Each->Name);
      CallsOf[Each->Record] += Each->Calls + 1;
      auto rank = [](const Member *M) {
        return std::make_pair(namesAllocation(M->Name), M->Calls);
      };
      if (rank(Each) > rank(MostCalled))
        MostCalled = Each;
    }
    // Most calls may be of members without a type.
    std::string Name;
    size_t Most = 0;
    for (const auto &[Record, Calls] : CallsOf)
      if (Calls > Most) {
        Most = Calls;
        Name = plainName(Record);
      }
    if (Name.empty() && Names.size() > 1) {
      Name = commonStem(Names);
      if (Name.size() < ShortestStem)
        Name = MostCalled->Name;
    }
    if (Name.empty())
      Name = MostCalled->Name;
    // Two types may be the same name once it is plain.
    std::string Own = Name;
    for (unsigned Count = 2; !Taken.insert(Own).second; ++Count)
      Own = Name + "." + std::to_string(Count);
    NameOf[Root] = Own;
  }
}

std::set<std::string> Families::arenas(Certainty Least) const {
  std::set<std::string> Records;
  for (const auto &[Record, Score] : ScoreOf)
    if (certaintyOf(Score) <= Least)
      Records.insert(Record);
  return Records;
}

std::string Families::of(const Draft &D) const {
  if (Members.count(D.Number))
    return NameOf.at(root(D.Number));
  if (!D.Takes)
    return "";
  if (auto Its = OfRecord.find(recordOf(D)); Its != OfRecord.end())
    return NameOf.at(root(Its->second));
  // A function that frees blocks belongs to the allocator with the most similar name.
  const std::string &Name = Code.functions()[D.Number].Name.Qualified;
  size_t Longest = ShortestStem - 1;
  std::string Best;
  for (const auto &[Number, Its] : Members)
    if (size_t Length = commonStem({Name, Its.Name}).size();
        Length > Longest && StringRef(Its.Name).find("::") == StringRef::npos) {
      Longest = Length;
      Best = NameOf.at(root(Number));
    }
  for (const std::string &Wrapper : Wrappers)
    if (commonStem({Name, Wrapper}).size() > Longest)
      return "";
  return Best;
}

} // namespace allocsite
