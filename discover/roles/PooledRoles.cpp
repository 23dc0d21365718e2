//===- PooledRoles.cpp - What hands out objects of one size ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool takes many objects from an allocator at once, and hands them out one by one:
//
//   struct node *node_take(void) {
//     if (!unused) refill();             unused = malloc(100 * sizeof(struct node)), linked
//     struct node *n = unused;
//     unused = n->next;                  off the list
//     return n;
//   }
//   void node_give(struct node *n) { n->next = unused; unused = n; }
//
// or, in place of a list, from where it ends: `return pool->next++`. What waits for its turn
// is taken off lists, too, and arrays are gone through; but who does so does not fill them.
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Sizes.h"
#include "discover/facts/Words.h"
#include "discover/roles/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace allocsite {

/// Links and handles are what objects of a pool are called by, and nobody's objects.
static constexpr int64_t MostOfLink = 8;

/// Limits the score unless the name says that an object is made: a function that takes an
/// object may take queued work, or look an existing object up.
static constexpr int MostOfPossible = 48;

const ObjectSizeFact &Roles::objectSizeOf(int Number, const Function &F) {
  return Number == Argument::This ? F.Fact.ThisObjectSize
                                  : F.Fact.Parameters[size_t(Number)].ObjectSize;
}

void Roles::setObjects(const Function &F, AllocatorRole &Role) {
  std::vector<int> Numbers(F.Fact.Parameters.size());
  std::iota(Numbers.begin(), Numbers.end(), 0);
  if (F.Fact.IsMethod)
    Numbers.push_back(Argument::This);
  auto Pool = find_if(Numbers, [&](int Number) { return objectSizeOf(Number, F).Bytes != 0; });
  if (Pool != Numbers.end())
    Role.SizedBy = *Pool;
  else if (F.Fact.ReturnedBytes > MostOfLink)
    Role.ObjectBytes = F.Fact.ReturnedBytes;
}

void Roles::findListsOfBlocks() {
  auto isHanded = [](const PointerFact &Value) {
    return any_of(Value.Parameters.members(), [](int Number) { return Number >= 0; });
  };
  for (size_t Number = 0; Number < Code.functions().size(); ++Number) {
    const FunctionFact &Fact = Code.functions()[Number].Fact;
    for (const StoreFact &Store : Fact.Stores)
      if (Store.OfPointer && isHanded(Store.Value)) {
        GivenBackTo.insert(Store.Field);
        ListsOfGiver[int(Number)].insert(Store.Field);
      }
    if (any_of(Fact.Elements, isHanded)) {
      GivenBackTo.insert(Element);
      StackTops.insert(Fact.Counted.begin(), Fact.Counted.end());
    }
  }
}

/// What one member links to. A variable that runs through a list is of the list or of a link,
/// as where a search moves what it has found to the front.
static bool isNext(const StoreFact &Store) {
  const PointerFact &Value = Store.Value;
  return Value.Calls.empty() &&
         (Value.Loaded || (Value.Fields.size() == 1 && !Value.Fields.count(Store.Field)));
}

const StoreFact *Roles::takenOff(const Function &F,
                                 const std::set<std::string> &Fields) const {
  // A link of what is returned is set where that is put into a list.
  auto isLink = [&](StringRef Field) {
    return !F.Fact.ReturnedPointee.empty() &&
           Field.rsplit('.').first == F.Fact.ReturnedPointee;
  };
  for (const StoreFact &Store : F.Fact.Stores)
    if (Store.OfPointer && Fields.count(Store.Field) && GivenBackTo.count(Store.Field) &&
        isNext(Store) && !isLink(Store.Field))
      return &Store;
  return nullptr;
}

bool Roles::popsOff(const Function &F, const PointerFact &Given) const {
  auto isTop = [&](const std::string &Field) {
    return StackTops.count(Field) && F.Fact.Counted.count(Field);
  };
  // A pointer that may have other sources is rather the result of a look-up.
  return Given.Loaded ? Given.Fields.empty() && any_of(Given.Index, isTop)
                      : Given.Fields.size() == 1 && takenOff(F, Given.Fields);
}

/// Whether `F` frees what a member is, as where an array moves to a larger block.
bool Roles::freesMembers(const Function &F) const {
  for (size_t Index = 0; Index < F.Callees.size(); ++Index) {
    const CallFact &Call = F.Fact.Calls[Index];
    const Function *Callee =
        F.Callees[Index] >= 0 ? &Code.functions()[F.Callees[Index]] : nullptr;
    const Rule *R = Callee ? Rules.release(*Callee) : nullptr;
    const StringRef Name = Callee ? StringRef(Callee->Name.Qualified) : StringRef(Call.Hook);
    if (((R && R->Kind == RuleKind::Free) || whatLastWordSays(Name) == NameSays::Frees) &&
        any_of(Call.Arguments,
               [](const ArgumentFact &Argument) { return !Argument.Pointer.Fields.empty(); }))
      return true;
  }
  return false;
}

/// The members that each function puts memory of an allocator into, or gives that back to,
/// and the bytes that it asks for at once; 0 where these are not known.
void Roles::findRefills() {
  const auto &Functions = Code.functions();
  Refills.assign(Functions.size(), {});
  for (size_t Number = 0; Number < Functions.size(); ++Number) {
    const Function &F = Functions[Number];
    auto addRefill = [&](const std::string &List, const PointerFact &Value) {
      for (const PointerFact::FromCall &From : Value.Calls) {
        const AllocatorRole *Role = find(F.Callees[From.Call]);
        const std::vector<ArgumentFact> &Arguments = F.Fact.Calls[From.Call].Arguments;
        // A call that is given the present list grows it.
        if (!Role || any_of(Arguments, [&](const ArgumentFact &Argument) {
              return Argument.Pointer.Fields.count(List) != 0;
            }))
          continue;
        const SizeFact Asked = inCaller(Role->Asked, Arguments);
        const int64_t Bytes = Asked.How == SizeFact::Constant ? Asked.Number : 0;
        auto [Its, New] = Refills[Number].insert({List, Bytes});
        if (!New && Its->second != Bytes)
          Its->second = 0;
      }
    };
    for (const StoreFact &Store : F.Fact.Stores)
      if (Store.OfPointer)
        addRefill(Store.Field, Store.Value);
    for (size_t Call = 0; Call < F.Callees.size(); ++Call)
      if (auto Lists = ListsOfGiver.find(F.Callees[Call]); Lists != ListsOfGiver.end())
        for (const ArgumentFact &Argument : F.Fact.Calls[Call].Arguments)
          for (const std::string &List : Lists->second)
            addRefill(List, Argument.Pointer);
    if (!Refills[Number].empty() && freesMembers(F))
      Refills[Number].clear();
  }
}

/// One of `Lists` that the function, or one that it calls, refills, and what that asks for.
std::optional<std::pair<std::string, int64_t>>
Roles::refilled(int Number, const std::set<std::string> &Lists) const {
  const std::vector<int> &Callees = Code.functions()[Number].Callees;
  std::set<int> Fillers(Callees.begin(), Callees.end());
  Fillers.insert(Number);
  Fillers.erase(-1);
  for (int Filler : Fillers)
    for (const std::string &List : Lists)
      // If it grows by realloc, it is an array and no list.
      if (auto Its = Refills[Filler].find(List);
          Its != Refills[Filler].end() && !Regrown.count(List))
        return *Its;
  return std::nullopt;
}

/// The member by which `F`, which returns `Returned`, goes on from one object to the next, or
/// null.
static const std::string *movedByOne(const Function &F, const PointerFact &Returned,
                                     int64_t Bytes) {
  for (const std::string &Field : F.Fact.CountedUp) {
    auto Unit = Returned.Units.find(Field);
    if (Returned.Fields.count(Field) ||
        (Unit != Returned.Units.end() && Unit->second == Bytes && Returned.Index.count(Field)))
      return &Field;
  }
  for (const StoreFact &Store : F.Fact.Stores)
    if (Store.OfPointer && Store.Value.Fields.count(Store.Field) &&
        Returned.Fields.count(Store.Field) && Store.MovedBy.How == SizeFact::Constant &&
        Store.MovedBy.Number == Bytes)
      return &Store.Field;
  return nullptr;
}

std::optional<AllocatorRole> Roles::pooledRole(int Number) const {
  const Function &F = Code.functions()[Number];
  const PointerFact Returned = returnedMembers(F);
  const StoreFact *Off = takenOff(F, Returned.Fields);
  AllocatorRole Role;
  setObjects(F, Role);
  const std::string *Moved =
      Off || !Role.ObjectBytes ? nullptr : movedByOne(F, Returned, Role.ObjectBytes);
  if (!Off && !Moved)
    return std::nullopt;
  const auto Refill = refilled(Number, Returned.Fields);
  if (!Refill)
    return std::nullopt;
  const auto &[List, Asked] = *Refill;
  Role.From = AllocatorRole::Pools;
  Role.Score = 72;
  Role.Reasons = {Off ? "takes what it returns off " + Off->Field +
                            ", to which it is given back"
                      : "returns one after the other by " + *Moved,
                  "fills " + List + " with what an allocator gave"};
  for (const StoreFact &Store : F.Fact.Stores)
    if (Role.Arena == Argument::None && Store.Field == (Off ? Off->Field : *Moved))
      Role.Arena = arenaAmong(Store.Roots, Role.Asked, F);
  if (Role.SizedBy != Argument::None)
    Role.Reasons.push_back(objectSizeOf(Role.SizedBy, F).Member + " of " +
                           parameterInWords(Role.SizedBy, F) + " is named like its bytes");
  // The type may be that of a header or of a base class.
  if (Role.ObjectBytes && Asked % Role.ObjectBytes)
    Role.ObjectBytes = 0;
  if (Role.ObjectBytes && !Asked)
    Role.Score = MostOfPossible;
  addNameOfTaking(F, Role);
  if (F.Fact.ReturnsConst)
    Role.Score -= 40;
  addAttributes(F, Role);
  return Role;
}

/// Objects that are called by their number: it returns how many there were, counts one more,
/// and it or what it calls makes room for more. What is pushed on an array is so numbered,
/// too: the name has to say that something is made.
std::optional<AllocatorRole> Roles::indexRole(int Number) const {
  const Function &F = Code.functions()[Number];
  if (F.Fact.ReturnsPointer || !namesTaking(lastComponentOf(F.Name.Qualified)))
    return std::nullopt;
  auto grows = [&](StringRef Record) {
    auto does = [&](int Its) { return Its >= 0 && Grows[Its].count(Record.str()); };
    return does(Number) || any_of(F.Callees, does);
  };
  // `n->count = i + 1`, where `i` was the count.
  auto countsUp = [&](const StoreFact &Store, const std::string &Field) {
    return Store.Field == Field && !Store.OfPointer && Store.Value.Fields.count(Field);
  };
  for (const std::string &Field : F.Fact.ReturnedNumbers) {
    auto [Record, Member] = StringRef(Field).rsplit('.');
    auto Store =
        find_if(F.Fact.Stores, [&](const StoreFact &Each) { return countsUp(Each, Field); });
    if (Member.empty() || !grows(Record) ||
        (!F.Fact.CountedUp.count(Field) && Store == F.Fact.Stores.end()))
      continue;
    AllocatorRole Role;
    Role.From = AllocatorRole::Pools;
    Role.Score = 72;
    Role.Reasons = {"returns " + Field + " as the number of an object, and counts it up",
                    "makes room in " + Record.str() + " by what an allocator gave"};
    for (size_t Index = 0; Index < F.Fact.Parameters.size(); ++Index)
      if (Role.Arena == Argument::None && F.Fact.Parameters[Index].Pointee == Record)
        Role.Arena = int(Index);
    if (Role.Arena == Argument::None && F.Fact.IsMethod && F.Name.scope() == Record)
      Role.Arena = Argument::This;
    addNameOfTaking(F, Role);
    return Role;
  }
  return std::nullopt;
}

void Roles::addNameOfTaking(const Function &F, AllocatorRole &Role) {
  StringRef Name = lastComponentOf(F.Name.Qualified);
  if (namesAllocation(Name)) {
    Role.Score = std::min(Role.Score + 9, 98);
    Role.Reasons.push_back("is named like an allocator");
  } else if (!namesTaking(Name)) {
    Role.Score = std::min(Role.Score, MostOfPossible);
  }
}

} // namespace allocsite
