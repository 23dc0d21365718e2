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

#include "discover/facts/Words.h"
#include "discover/roles/Evidence.h"
#include "discover/roles/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace allocsite {

/// Links and handles are what objects of a pool are called by, and nobody's objects.
static constexpr int64_t MostOfLink = 8;

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
      if (Store.OfPointer && isHanded(Store.Value))
        GivenBackBy[Store.Field].insert(int(Number));
    if (any_of(Fact.Elements, isHanded)) {
      GivenBackBy[Element].insert(int(Number));
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
    return !F.Fact.ReturnedPointee.empty() && Field.rsplit('.').first == F.Fact.ReturnedPointee;
  };
  for (const StoreFact &Store : F.Fact.Stores)
    if (Store.OfPointer && Fields.count(Store.Field) && GivenBackBy.count(Store.Field) &&
        isNext(Store) && !isLink(Store.Field))
      return &Store;
  return nullptr;
}

bool Roles::popsOff(const Function &F, const PointerFact &Given) const {
  auto isTop = [&](const std::string &Field) { return StackTops.count(Field) != 0; };
  return takenOff(F, Given.Fields) || (Given.Loaded && any_of(F.Fact.Counted, isTop));
}

/// Whether `F` frees what `List` is, as where an array moves to a larger block.
bool Roles::freesWhatIs(const Function &F, const std::string &List) const {
  for (size_t Call = 0; Call < F.Callees.size(); ++Call) {
    const int Callee = F.Callees[Call];
    const Rule *R = Callee >= 0 ? Rules.release(Code.functions()[Callee]) : nullptr;
    if (R && R->Kind == RuleKind::Free &&
        any_of(F.Fact.Calls[Call].Arguments, [&](const ArgumentFact &Argument) {
          return Argument.Pointer.Fields.count(List) != 0;
        }))
      return true;
  }
  return false;
}

/// Whether `F` itself puts memory of an allocator into `List`, or gives it back to it.
bool Roles::refills(const Function &F, const std::string &List) const {
  if (freesWhatIs(F, List))
    return false;
  auto isOfAllocator = [&](const PointerFact &Value) {
    return any_of(Value.Calls, [&](const PointerFact::FromCall &From) {
      return find(F.Callees[From.Call]) != nullptr;
    });
  };
  for (const StoreFact &Store : F.Fact.Stores)
    if (Store.Field == List && Store.OfPointer && isOfAllocator(Store.Value))
      return true;
  auto Givers = GivenBackBy.find(List);
  for (size_t Call = 0; Call < F.Callees.size() && Givers != GivenBackBy.end(); ++Call)
    if (Givers->second.count(F.Callees[Call]) &&
        any_of(F.Fact.Calls[Call].Arguments, [&](const ArgumentFact &Argument) {
          return isOfAllocator(Argument.Pointer);
        }))
      return true;
  return false;
}

/// The member by which `F`, which returns `Returned`, goes on from one object to the next, or
/// null.
static const std::string *movedByOne(const Function &F, const PointerFact &Returned,
                                     int64_t Bytes) {
  for (const std::string &Field : F.Fact.Counted) {
    auto Unit = Returned.Units.find(Field);
    if (Returned.Fields.count(Field) || (Unit != Returned.Units.end() && Unit->second == Bytes))
      return &Field;
  }
  for (const StoreFact &Store : F.Fact.Stores)
    if (Store.OfPointer && Store.Value.Fields.count(Store.Field) &&
        Returned.Fields.count(Store.Field) && Store.MovedBy.How == SizeFact::Constant &&
        Store.MovedBy.Number == Bytes)
      return &Store.Field;
  return nullptr;
}

std::optional<AllocatorRole> Roles::pooledRole(const Function &F) const {
  const PointerFact Returned = returnedMembers(F);
  const StoreFact *Off = takenOff(F, Returned.Fields);
  AllocatorRole Role;
  setObjects(F, Role);
  const std::string *Moved =
      Off || !Role.ObjectBytes ? nullptr : movedByOne(F, Returned, Role.ObjectBytes);
  if (!Off && !Moved)
    return std::nullopt;
  auto refillsHere = [&](const std::string &List) {
    return refills(F, List) || any_of(F.Callees, [&](int Callee) {
             return Callee >= 0 && refills(Code.functions()[Callee], List);
           });
  };
  // What grows by realloc is an array.
  auto List = find_if(Returned.Fields, [&](const std::string &Field) {
    return !Regrown.count(Field) && refillsHere(Field);
  });
  if (List == Returned.Fields.end())
    return std::nullopt;
  Role.From = AllocatorRole::Pools;
  Role.Score = 72;
  Role.Reasons = {Off ? "takes what it returns off " + Off->Field + ", to which it is given back"
                      : "returns one after the other by " + *Moved,
                  "fills " + *List + " with what an allocator gave"};
  for (const StoreFact &Store : F.Fact.Stores)
    if (Role.Arena == Argument::None && Store.Field == (Off ? Off->Field : *Moved))
      Role.Arena = arenaAmong(Store.Roots, Role.Asked, F);
  if (Role.SizedBy != Argument::None)
    Role.Reasons.push_back(objectSizeOf(Role.SizedBy, F).Member + " of " +
                           parameterInWords(Role.SizedBy, F) + " is named like its bytes");
  StringRef Name = lastComponentOf(F.Name.Qualified);
  if (namesAllocation(Name)) {
    Role.Score += 9;
    Role.Reasons.push_back("is named like an allocator");
  } else if (whatNameSays(Name) == NameSays::Reads) {
    Role.Score -= 35;
    Role.Reasons.push_back("is named like what reads or writes a buffer");
  }
  if (F.Fact.ReturnsConst)
    Role.Score -= 40;
  addAttributes(F, Role);
  return Role;
}

} // namespace allocsite
