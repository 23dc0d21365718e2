//===- PooledRoles.cpp - What takes objects of one size off a list -----------===//
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
// So do lists of what waits for its turn, but who takes from these does not fill them.
//
//===----------------------------------------------------------------------===//

#include "discover/facts/Words.h"
#include "discover/roles/Evidence.h"
#include "discover/roles/Roles.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace allocsite {

/// Links and handles are what objects of a pool are called by, and nobody's objects.
static constexpr int64_t MostOfLink = 8;

int64_t Roles::objectBytes(const Function &F) {
  return F.Fact.ReturnedBytes > MostOfLink ? F.Fact.ReturnedBytes : 0;
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

/// Whether `F` itself puts memory of an allocator into `List`, or gives it back to it.
bool Roles::refills(const Function &F, const std::string &List) const {
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

std::optional<AllocatorRole> Roles::pooledRole(const Function &F) const {
  const std::set<std::string> Fields = returnedMembers(F).Fields;
  const StoreFact *Off = takenOff(F, Fields);
  if (!Off)
    return std::nullopt;
  auto refillsHere = [&](const std::string &List) {
    return refills(F, List) || any_of(F.Callees, [&](int Callee) {
             return Callee >= 0 && refills(Code.functions()[Callee], List);
           });
  };
  auto List = find_if(Fields, refillsHere);
  if (List == Fields.end())
    return std::nullopt;
  AllocatorRole Role;
  Role.From = AllocatorRole::Pools;
  Role.ObjectBytes = objectBytes(F);
  Role.Arena = arenaAmong(Off->Roots, Role.Asked, F);
  Role.Score = 72;
  Role.Reasons = {"takes what it returns off " + Off->Field + ", to which it is given back",
                  "fills " + *List + " with what an allocator gave"};
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
